-- step: cycle
BEGIN;
UPDATE seat SET place = 2 WHERE id = 1;
UPDATE seat SET place = 3 WHERE id = 2;
UPDATE seat SET place = 1 WHERE id = 3;
COMMIT;
UPDATE seat SET place = place + 1;
UPDATE seat SET alt = CASE alt WHEN 'a1' THEN 'a2' WHEN 'a2' THEN 'a1' ELSE alt END;
-- step: delete-insert
BEGIN;
INSERT INTO seat VALUES (100, 2, 'new');
DELETE FROM seat WHERE place = 2 AND id <> 100;
COMMIT;
BEGIN;
SET CONSTRAINTS ALL DEFERRED;
INSERT INTO seat VALUES (101, 101, 'new');
UPDATE seat SET alt = NULL WHERE id = 100;
UPDATE seat SET id = id + 1000;
COMMIT;
