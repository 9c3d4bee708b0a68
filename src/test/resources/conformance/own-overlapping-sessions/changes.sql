-- step: overlap
-- session: one
BEGIN;
INSERT INTO shared VALUES (100, 'one');
UPDATE shared SET v = 'one' WHERE id = 1;
-- session: two
BEGIN;
INSERT INTO shared VALUES (200, 'two');
UPDATE shared SET v = 'two' WHERE id = 2;
-- session: three
BEGIN;
DELETE FROM shared WHERE id = 3;
COMMIT;
-- session: two
COMMIT;
-- session: three
BEGIN;
UPDATE shared SET id = 201 WHERE id = 200;
UPDATE shared SET v = 'three' WHERE id = 2;
-- session: one
INSERT INTO shared VALUES (3, 'one');
COMMIT;
-- session: three
UPDATE shared SET v = v || '+' WHERE id IN (1, 3, 201);
COMMIT;
-- step: prepared
-- session: one
BEGIN;
UPDATE shared SET v = 'prepared' WHERE id = 4;
PREPARE TRANSACTION 'own_p1';
-- session: two
INSERT INTO shared VALUES (300, 'meanwhile');
BEGIN;
DELETE FROM shared WHERE id = 5;
PREPARE TRANSACTION 'own_p2';
-- session: three
COMMIT PREPARED 'own_p1';
ROLLBACK PREPARED 'own_p2';
UPDATE shared SET v = 'end' WHERE id = 5;
