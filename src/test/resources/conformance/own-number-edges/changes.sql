-- step: edges
INSERT INTO num (id, n) VALUES (1, 'NaN'), (2, 'Infinity'), (3, '-Infinity'), (4, 1e-300), (5, -0.000), (6, 1.10), (7, 10::numeric ^ 1000 + 1);
INSERT INTO num (id, f, r) VALUES (11, '-0', '-0'), (12, 'NaN', 'NaN'), (13, '-Infinity', 'Infinity'), (14, 4.9e-324, 1.4e-45), (15, 0.1::real, 0.1), (16, 1.7976931348623157e308, 3.4028235e38);
INSERT INTO num (id, s, b, m) VALUES (21, 123456, -9223372036854775808, '-92233720368547758.08'), (22, 9999900, 9223372036854775807, '0.01');
UPDATE num SET n = n + 1 WHERE id IN (1, 2, 7);
-- step: keys
INSERT INTO numkey VALUES (1.0, 'one'), ('NaN', 'nan'), (2, 'two');
UPDATE numkey SET v = 'nan again' WHERE k = 'NaN';
BEGIN;
DELETE FROM numkey WHERE k = 1;
INSERT INTO numkey VALUES (1.00, 'one anew');
COMMIT;
UPDATE numkey SET k = 2.000 WHERE k = 2;
DELETE FROM numkey WHERE k = 'NaN';
INSERT INTO numkey VALUES ('NaN', 'third'), ('-Infinity', 'low');
