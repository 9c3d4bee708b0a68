CREATE TABLE alike (a integer, b text, f double precision, j json, p point);
ALTER TABLE alike REPLICA IDENTITY FULL;
