-- step: self
UPDATE self SET id = id;
UPDATE self SET id = id, v = 'x' WHERE id = 2;
UPDATE sole SET id = id;
INSERT INTO sole VALUES ('a') ON CONFLICT DO NOTHING;
INSERT INTO sole VALUES ('a') ON CONFLICT (id) DO UPDATE SET id = excluded.id;
INSERT INTO self VALUES (3, 'merged') ON CONFLICT (id) DO UPDATE SET v = excluded.v;
-- step: only
BEGIN;
UPDATE sole SET id = id || id;
DELETE FROM sole WHERE id = 'aa';
INSERT INTO sole VALUES ('aa'), (''), (' ');
COMMIT;
BEGIN;
UPDATE allkey SET b = b + 10;
UPDATE allkey SET a = b, b = a;
DELETE FROM allkey WHERE b = 1;
INSERT INTO allkey VALUES (1, 1);
COMMIT;
MERGE INTO self s USING (VALUES (1, 'm'), (9, 'n')) AS n (id, v) ON s.id = n.id WHEN MATCHED THEN UPDATE SET v = n.v WHEN NOT MATCHED THEN INSERT VALUES (n.id, n.v);
