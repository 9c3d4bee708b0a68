INSERT INTO rot SELECT i, 'v' || i, i FROM generate_series(1, 20) i;
INSERT INTO pair SELECT i, b, b || i FROM generate_series(1, 3) i, unnest(ARRAY['x', 'y']) b;
