INSERT INTO cased SELECT upper('k' || i), 1 FROM generate_series(1, 200) i;
INSERT INTO padded SELECT 'k' || i, 1 FROM generate_series(1, 200) i;
