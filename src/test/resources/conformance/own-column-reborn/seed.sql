INSERT INTO reborn SELECT i, 'seed' FROM generate_series(1, 10) i;
