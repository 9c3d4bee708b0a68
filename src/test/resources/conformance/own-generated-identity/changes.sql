-- step: change
INSERT INTO gen (a) VALUES (1), (NULL), (3);
INSERT INTO gen (id, a, b) OVERRIDING SYSTEM VALUE VALUES (50, 5, NULL);
UPDATE gen SET a = a + 1, b = 'x' WHERE id IN (1, 50);
UPDATE gen SET id = DEFAULT WHERE id = 50;
INSERT INTO always (v) VALUES ('a'), ('a');
UPDATE always SET v = 'b' WHERE id = 95;
DELETE FROM always WHERE id = 100;
-- step: added
ALTER TABLE gen ADD COLUMN plus integer DEFAULT 9, ADD COLUMN sum integer GENERATED ALWAYS AS (a + 100) STORED;
INSERT INTO gen (a) VALUES (7);
UPDATE gen SET a = 8 WHERE a = 7;
DELETE FROM gen WHERE a IS NULL;
