-- step: full
UPDATE ident SET v = 'a' WHERE id = 1;
ALTER TABLE ident REPLICA IDENTITY FULL;
UPDATE ident SET v = NULL WHERE id = 2;
UPDATE ident SET id = 20 WHERE id = 2;
-- step: index
ALTER TABLE ident REPLICA IDENTITY USING INDEX ident_code;
UPDATE ident SET v = 'by code' WHERE id = 3;
UPDATE ident SET code = 'new', id = 30 WHERE id = 3;
UPDATE ident SET id = 40 WHERE id = 4;
DELETE FROM ident WHERE id = 5;
-- step: default
BEGIN;
UPDATE ident SET code = 'c6x' WHERE id = 6;
ALTER TABLE ident REPLICA IDENTITY DEFAULT;
UPDATE ident SET code = 'c7x' WHERE id = 7;
DELETE FROM ident WHERE id = 6;
COMMIT;
UPDATE ident SET id = 80 WHERE id = 8;
