CREATE TABLE shared (id integer PRIMARY KEY, v text);
