CREATE TABLE listed (id integer PRIMARY KEY, v text);
CREATE TABLE beside (id integer PRIMARY KEY);
