CREATE TABLE mid (id integer PRIMARY KEY, a text);
