CREATE TABLE self (id integer PRIMARY KEY, v text);
CREATE TABLE sole (id text PRIMARY KEY);
CREATE TABLE allkey (a integer, b integer, PRIMARY KEY (a, b));
