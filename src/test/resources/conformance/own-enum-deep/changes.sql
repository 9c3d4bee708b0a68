-- step: added
ALTER TYPE level ADD VALUE 'mid' BEFORE 'high';
INSERT INTO deep VALUES (2, NULL, ARRAY['mid', NULL, 'low']::level[], ROW('mid', 1));
-- step: renamed
ALTER TYPE level RENAME VALUE 'high' TO 'top';
ALTER TYPE level ADD VALUE 'peak' AFTER 'top';
ALTER TYPE level ADD VALUE 'zero' BEFORE 'low';
UPDATE deep SET ls = ARRAY['top', 'peak']::level[] WHERE id = 2;
INSERT INTO deep VALUES (3, 'zero', '{}', ROW('peak', 2));
UPDATE deep SET l = 'mid' WHERE id = 1 AND l = 'low';
INSERT INTO deep VALUES (4, 'top', NULL, NULL);
