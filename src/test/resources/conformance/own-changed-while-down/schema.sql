CREATE TABLE away (id integer PRIMARY KEY, a text, b integer);
