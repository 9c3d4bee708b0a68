INSERT INTO alike SELECT 1, 'x', 'NaN', '{"k": 1}', '(0,0)' FROM generate_series(1, 4);
INSERT INTO alike SELECT NULL, NULL, 0, NULL, NULL FROM generate_series(1, 4);
INSERT INTO alike VALUES (3, '', '-0', 'null', '(1,1)');
