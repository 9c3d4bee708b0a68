-- step: nested
BEGIN;
INSERT INTO sp VALUES (1, 'kept');
SAVEPOINT a;
INSERT INTO sp VALUES (2, 'gone');
UPDATE sp SET v = 'gone' WHERE id = 1;
SAVEPOINT b;
INSERT INTO log VALUES ('gone');
RELEASE SAVEPOINT b;
ROLLBACK TO SAVEPOINT a;
INSERT INTO log VALUES ('kept'), ('kept');
SAVEPOINT c;
INSERT INTO sp VALUES (2, 'second try');
RELEASE SAVEPOINT c;
SAVEPOINT d;
DELETE FROM sp;
ROLLBACK TO SAVEPOINT d;
UPDATE sp SET v = v || '!' WHERE id = 2;
COMMIT;
-- step: killed
BEGIN;
SAVEPOINT a;
INSERT INTO sp SELECT i, 'gone' FROM generate_series(10, 500) i;
ROLLBACK TO SAVEPOINT a;
INSERT INTO log VALUES ('after');
COMMIT;
BEGIN;
DELETE FROM sp;
ROLLBACK;
-- step: last
DELETE FROM log WHERE ctid = (SELECT min(ctid) FROM log WHERE note = 'kept');
UPDATE sp SET id = 3 WHERE id = 1;
