CREATE TABLE quiet (id integer PRIMARY KEY, v text);
CREATE TABLE unheard (id integer PRIMARY KEY);
