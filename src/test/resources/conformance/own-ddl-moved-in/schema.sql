CREATE SCHEMA shown;
CREATE TABLE shown.other (id integer PRIMARY KEY);
CREATE TABLE draft (id integer PRIMARY KEY, v text);
INSERT INTO draft VALUES (1, 'early');
