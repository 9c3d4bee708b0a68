CREATE SCHEMA "Wei""rd $1 Schéma";
CREATE TYPE "Wei""rd $1 Schéma"."ty pe" AS ENUM ('a''b', 'c"d', '$1', '');
CREATE TABLE "Wei""rd $1 Schéma"."SELECT" ("from" integer PRIMARY KEY, "a b" "Wei""rd $1 Schéma"."ty pe", "q""uote" text, "$1" integer, "?" text, "ünï\code%s" text, "'; DROP TABLE x; --" text);
CREATE TABLE "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnéx" ("nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnéx" integer PRIMARY KEY, "ID" text, id text);
