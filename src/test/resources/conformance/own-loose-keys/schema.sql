CREATE EXTENSION citext;
CREATE TABLE cased (k citext PRIMARY KEY, v integer);
CREATE TABLE padded (k bpchar PRIMARY KEY, v integer);
