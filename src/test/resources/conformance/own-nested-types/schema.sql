CREATE TYPE point3 AS (x numeric, label text, tags text[]);
CREATE DOMAIN few AS integer[] CHECK (array_length(VALUE, 1) < 5);
CREATE TYPE holder AS (p point3, f few, r int4range);
CREATE TYPE textrange AS RANGE (subtype = text, collation = "C");
CREATE TABLE nest (id integer PRIMARY KEY, p point3, ps point3[], f few, h holder, hs holder[], t textrange, m int4multirange, b bytea, bs bytea[], j jsonb, js json, bits bit varying, u uuid, i inet, x tsvector);
