INSERT INTO measure SELECT i, i % 2, 'seed' FROM generate_series(1, 6) i;
