INSERT INTO trunk (v) SELECT 'seed' FROM generate_series(1, 3);
INSERT INTO branch SELECT i, i FROM generate_series(1, 3) i;
INSERT INTO twig SELECT i, i FROM generate_series(1, 3) i;
INSERT INTO alone VALUES (1), (2), (3);
