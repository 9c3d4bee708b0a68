INSERT INTO shared SELECT i, 'seed' FROM generate_series(1, 6) i;
