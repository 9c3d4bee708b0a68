-- step: made
INSERT INTO measure VALUES (10, 1, 'x');
CREATE TABLE measure_2 PARTITION OF measure FOR VALUES IN (2);
INSERT INTO measure VALUES (11, 2, 'second'), (12, 7, 'rest');
-- step: attached
CREATE TABLE measure_3 (v text, k integer NOT NULL, id integer NOT NULL, PRIMARY KEY (id, k));
ALTER TABLE measure ATTACH PARTITION measure_3 FOR VALUES IN (3);
INSERT INTO measure VALUES (13, 3, 'third');
UPDATE measure SET k = 3 WHERE id = 10;
UPDATE measure SET k = 9, v = 'moved' WHERE id = 11;
-- step: below
CREATE TABLE measure_4 PARTITION OF measure FOR VALUES IN (4) PARTITION BY RANGE (id);
CREATE TABLE measure_4_low PARTITION OF measure_4 FOR VALUES FROM (0) TO (100);
INSERT INTO measure VALUES (14, 4, 'deep');
UPDATE measure SET v = 'deeper' WHERE id = 14;
DELETE FROM measure WHERE id = 12;
