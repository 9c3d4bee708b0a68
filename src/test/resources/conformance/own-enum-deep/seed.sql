INSERT INTO deep VALUES (1, 'high', ARRAY['high']::level[], ROW('high', 0));
