CREATE TABLE rot (id integer PRIMARY KEY, v text, w integer);
CREATE TABLE pair (a integer, b text, v text, PRIMARY KEY (a, b));
