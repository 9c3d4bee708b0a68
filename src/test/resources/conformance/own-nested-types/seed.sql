INSERT INTO nest (id, p, ps, f, h) VALUES (1, ROW(0, 'seed', '{}'), '{}', '{1}', NULL);
