-- step: before
INSERT INTO away VALUES (10, 'x', 1);
-- step: gone
UPDATE away SET b = 0 WHERE id = 1;
-- step: meanwhile
INSERT INTO away VALUES (11, 'old shape', 2);
ALTER TABLE away ADD COLUMN c integer DEFAULT 3;
INSERT INTO away VALUES (12, 'with c', 3, 4);
ALTER TABLE away RENAME COLUMN a TO z;
UPDATE away SET z = 'renamed' WHERE id = 2;
ALTER TABLE away ALTER COLUMN b TYPE bigint;
UPDATE away SET b = 10000000000 WHERE id = 3;
INSERT INTO away (id) VALUES (13);
-- step: back
UPDATE away SET z = 'end' WHERE id = 13;
