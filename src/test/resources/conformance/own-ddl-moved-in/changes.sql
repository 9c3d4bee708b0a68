-- step: move
INSERT INTO draft VALUES (2, 'later');
ALTER TABLE draft RENAME TO doc;
ALTER TABLE doc SET SCHEMA shown;
INSERT INTO shown.doc VALUES (3, 'shown');
