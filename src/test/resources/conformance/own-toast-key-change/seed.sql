INSERT INTO big SELECT i, i, repeat('b' || i, 4000), repeat('o' || i, 4000) FROM generate_series(1, 6) i;
INSERT INTO bigfull SELECT i, i, repeat('f' || i, 4000) FROM generate_series(1, 4) i;
INSERT INTO bigfull SELECT i, i, repeat('f' || i, 4000) FROM generate_series(1, 1) i;
