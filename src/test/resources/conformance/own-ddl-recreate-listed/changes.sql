-- step: again
INSERT INTO listed VALUES (1, 'one');
DROP TABLE listed;
CREATE TABLE listed (id integer PRIMARY KEY, v integer);
INSERT INTO listed VALUES (1, 11);
INSERT INTO beside VALUES (1);
SELECT pg_sleep(8);
