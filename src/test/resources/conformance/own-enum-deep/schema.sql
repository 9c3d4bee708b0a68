CREATE TYPE level AS ENUM ('low', 'high');
CREATE TYPE graded AS (l level, n integer);
CREATE TABLE deep (id integer PRIMARY KEY, l level, ls level[], g graded);
