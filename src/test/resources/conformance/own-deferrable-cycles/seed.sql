INSERT INTO seat SELECT i, i, 'a' || i FROM generate_series(1, 6) i;
