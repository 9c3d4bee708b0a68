CREATE TABLE num (id integer PRIMARY KEY, n numeric, s numeric(10,-2), f double precision, r real, b bigint, m money);
CREATE TABLE numkey (k numeric PRIMARY KEY, v text);
