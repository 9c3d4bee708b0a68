-- step: change
INSERT INTO nest (id, p, ps) VALUES (2, ROW(1.50, 'a "quoted", (nested) \ text', ARRAY['', 'NULL', NULL, '{}', 'a,b']), ARRAY[ROW(NULL, NULL, NULL)::point3, NULL, ROW('NaN', '', '{}')::point3]);
INSERT INTO nest (id, f, h, hs) VALUES (3, '[3:5]={1,NULL,3}', ROW(ROW(1, 'x', '{y}'), '{1,2}', '[1,5)'), ARRAY[ROW(NULL, '{}', 'empty')::holder]);
INSERT INTO nest (id, t, m, b, bs) VALUES (4, '["a, b","c""d")', '{[1,3),[5,9)}', '\x00ff5c27', ARRAY['\x'::bytea, NULL, '\x5c']);
INSERT INTO nest (id, j, js, bits, u, i, x) VALUES (5, '{"a": [1.10, null, "\u00e9\n"]}', '{"a" : 1,  "a":2}', B'', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', '::1/64', 'a fat cat''s:1A b:2');
-- step: update
UPDATE nest SET p.tags = ARRAY['e'], ps[2] = ROW(2, E'line\nbreak\ttab', NULL) WHERE id = 1;
UPDATE nest SET f[1] = NULL, h.r = '(,)', t = 'empty', m = '{}' WHERE id = 1;
UPDATE nest SET j = 'null', js = 'null', bits = B'0101', b = '' WHERE id IN (4, 5);
UPDATE nest SET id = id + 10 WHERE id = 2;
DELETE FROM nest WHERE id = 3;
