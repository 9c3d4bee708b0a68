CREATE TABLE ident (id integer PRIMARY KEY, code text NOT NULL, v text);
CREATE UNIQUE INDEX ident_code ON ident (code);
