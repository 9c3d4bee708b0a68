CREATE TABLE measure (id integer, k integer, v text, PRIMARY KEY (id, k)) PARTITION BY LIST (k);
CREATE TABLE measure_1 PARTITION OF measure FOR VALUES IN (1);
CREATE TABLE measure_rest PARTITION OF measure DEFAULT;
