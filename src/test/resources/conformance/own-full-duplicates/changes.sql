-- step: one-by-one
UPDATE alike SET b = 'one' WHERE ctid = (SELECT min(ctid) FROM alike WHERE a IS NULL);
DELETE FROM alike WHERE ctid = (SELECT max(ctid) FROM alike WHERE a = 1);
BEGIN;
INSERT INTO alike VALUES (1, 'x', 'NaN', '{"k": 1}', '(0,-0)');
INSERT INTO alike VALUES (1, 'x', 'NaN', '{"k":1}', '(0,0)');
DELETE FROM alike WHERE ctid = (SELECT max(ctid) FROM alike WHERE a = 1 AND j::text = '{"k": 1}');
UPDATE alike SET a = a WHERE a = 1;
COMMIT;
-- step: restart
UPDATE alike SET f = -f WHERE f = 0;
UPDATE alike SET a = 2 WHERE ctid = (SELECT max(ctid) FROM alike WHERE a = 1);
-- step: rest
DELETE FROM alike WHERE ctid = (SELECT min(ctid) FROM alike WHERE b IS NULL);
INSERT INTO alike SELECT * FROM alike;
DELETE FROM alike WHERE a = 2;
