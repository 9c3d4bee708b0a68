INSERT INTO mid SELECT i, 'seed' FROM generate_series(1, 5) i;
