-- step: first
ALTER TABLE reborn ADD COLUMN n integer NOT NULL DEFAULT 1;
UPDATE reborn SET n = 10 WHERE id = 1;
-- step: second
ALTER TABLE reborn DROP COLUMN n, ADD COLUMN n text DEFAULT 'three', ADD COLUMN at timestamptz DEFAULT now(), ADD COLUMN arr text[] DEFAULT '{a,"b,c"}', ADD COLUMN b box DEFAULT '(1,1),(0,0)';
ALTER TABLE reborn ALTER COLUMN at DROP DEFAULT, ALTER COLUMN arr SET DEFAULT '{}';
INSERT INTO reborn VALUES (12, 'newer');
UPDATE reborn SET v = 'touched' WHERE id = 2;
-- step: two-steps
ALTER TABLE reborn ADD COLUMN late integer;
ALTER TABLE reborn ALTER COLUMN late SET DEFAULT 5;
INSERT INTO reborn (id) VALUES (13);
-- step: moved-to-the-end
ALTER TABLE reborn DROP COLUMN v, ADD COLUMN v text;
INSERT INTO reborn (id) VALUES (14);
-- step: same-place
ALTER TABLE reborn DROP COLUMN v;
ALTER TABLE reborn ADD COLUMN v text DEFAULT 'anew';
UPDATE reborn SET n = 'behind' WHERE id = 3;
