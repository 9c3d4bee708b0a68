-- step: keys
UPDATE big SET id = 10 WHERE id = 1;
UPDATE big SET id = 20, n = 2 WHERE id = 2;
UPDATE big SET id = 30, other = repeat('new', 3000) WHERE id = 3;
BEGIN;
UPDATE big SET n = 5 WHERE id = 4;
UPDATE big SET id = 40 WHERE id = 4;
UPDATE big SET n = 6 WHERE id = 40;
UPDATE big SET body = 'short' WHERE id = 40;
UPDATE big SET id = 4 WHERE id = 40;
COMMIT;
-- step: born
BEGIN;
INSERT INTO big VALUES (50, 1, repeat('born', 4000), NULL);
UPDATE big SET n = 2 WHERE id = 50;
UPDATE big SET id = 51 WHERE id = 50;
UPDATE big SET other = repeat('late', 3000) WHERE id = 51;
UPDATE big SET n = 3 WHERE id = 51;
COMMIT;
-- step: full
UPDATE bigfull SET n = n + 1;
UPDATE bigfull SET id = 9 WHERE id = 1;
UPDATE bigfull SET body = NULL WHERE id = 2;
DELETE FROM bigfull WHERE id = 3;
