-- step: messages
BEGIN;
SELECT pg_logical_emit_message(true, 'app', 'inside');
INSERT INTO quiet VALUES (1, 'a');
SELECT pg_logical_emit_message(false, 'app', 'outside');
INSERT INTO unheard VALUES (1);
SELECT pg_logical_emit_message(true, 'app', repeat('x', 100000));
UPDATE quiet SET v = 'b' WHERE id = 1;
COMMIT;
-- step: killed
BEGIN;
COMMIT;
BEGIN;
INSERT INTO unheard VALUES (2);
COMMIT;
SELECT pg_logical_emit_message(true, 'app', '');
-- step: rest
BEGIN;
UPDATE unheard SET id = id + 10;
SELECT pg_logical_emit_message(true, 'app', 'only');
COMMIT;
BEGIN;
INSERT INTO quiet VALUES (2, 'c');
DELETE FROM quiet WHERE id = 2;
COMMIT;
UPDATE quiet SET v = v || v;
