INSERT INTO self SELECT i, 'seed' FROM generate_series(1, 4) i;
INSERT INTO sole VALUES ('a'), ('b');
INSERT INTO allkey VALUES (1, 1), (1, 2), (2, 1);
