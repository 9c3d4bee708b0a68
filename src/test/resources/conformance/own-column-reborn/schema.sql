CREATE TABLE reborn (id integer PRIMARY KEY, v text);
