INSERT INTO ident SELECT i, 'c' || i, 'seed' FROM generate_series(1, 9) i;
