-- step: swap
BEGIN;
UPDATE rot SET id = -1 WHERE id = 1;
UPDATE rot SET id = 1, w = 12 WHERE id = 2;
UPDATE rot SET id = 2 WHERE id = -1;
COMMIT;
BEGIN;
UPDATE rot SET id = id + 1000;
UPDATE rot SET id = id - 999;
INSERT INTO rot VALUES (1, 'fresh', 0);
DELETE FROM rot WHERE id = 5;
UPDATE rot SET id = 5 WHERE id = 6;
UPDATE rot SET w = w + 1 WHERE id = 5;
COMMIT;
-- step: composite
UPDATE pair SET a = a + 10 WHERE b = 'x';
BEGIN;
UPDATE pair SET b = 'tmp' WHERE a = 1 AND b = 'y';
UPDATE pair SET a = 1, b = 'y' WHERE a = 2 AND b = 'y';
UPDATE pair SET a = 2, b = 'y', v = 'swapped' WHERE b = 'tmp';
COMMIT;
-- step: taken-again
BEGIN;
DELETE FROM rot WHERE id = 7;
INSERT INTO rot VALUES (7, 'again', 1);
UPDATE rot SET id = 70 WHERE id = 7;
INSERT INTO rot VALUES (7, 'third', 2);
DELETE FROM rot WHERE id = 70;
COMMIT;
UPDATE rot SET v = 'touched' WHERE id IN (7, 8);
