-- step: rows
INSERT INTO "Wei""rd $1 Schéma"."SELECT" VALUES (1, 'a''b', '"', 1, '?', '\', ''''), (2, '', '$1', NULL, '$2', '%s', '--'), (3, '$1', NULL, 3, NULL, NULL, NULL);
UPDATE "Wei""rd $1 Schéma"."SELECT" SET "q""uote" = 'x', "?" = "a b"::text WHERE "from" < 3;
UPDATE "Wei""rd $1 Schéma"."SELECT" SET "from" = 30 WHERE "from" = 3;
INSERT INTO "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnéx" VALUES (1, 'upper', 'lower');
UPDATE "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnéx" SET "ID" = id, id = "ID";
-- step: altered
ALTER TABLE "Wei""rd $1 Schéma"."SELECT" RENAME COLUMN "$1" TO "$$";
ALTER TABLE "Wei""rd $1 Schéma"."SELECT" ADD COLUMN "a.b" text DEFAULT '"$1"?';
INSERT INTO "Wei""rd $1 Schéma"."SELECT" ("from", "$$") VALUES (4, 4);
DELETE FROM "Wei""rd $1 Schéma"."SELECT" WHERE "from" = 1;
