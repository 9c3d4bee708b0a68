-- step: again
DELETE FROM cased;
INSERT INTO cased SELECT 'k' || i, 2 FROM generate_series(1, 200) i;
DELETE FROM padded;
INSERT INTO padded SELECT 'k' || i || repeat(' ', i % 5 + 1), 2 FROM generate_series(1, 200) i;
-- step: one-transaction
BEGIN;
DELETE FROM cased WHERE k < 'k2';
INSERT INTO cased SELECT upper('k' || i), 3 FROM generate_series(1, 200) i ON CONFLICT (k) DO UPDATE SET k = excluded.k, v = 3;
UPDATE cased SET k = lower(k);
UPDATE cased SET v = v + 1 WHERE k = 'K7';
COMMIT;
UPDATE padded SET k = rtrim(k::text), v = 3;
