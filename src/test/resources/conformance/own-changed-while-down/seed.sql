INSERT INTO away SELECT i, 'seed', i FROM generate_series(1, 5) i;
