-- step: session
SET IntervalStyle = 'sql_standard';
SET TimeZone = 'Asia/Kathmandu';
INSERT INTO tm VALUES (1, '4713-01-01 BC', '24:00:00', '24:00:00-15:59', '4713-01-01 00:00:00 BC', '294276-12-31 23:59:59.999999+00', '178000000 years', '[-infinity,infinity]');
INSERT INTO tm VALUES (2, 'infinity', '00:00:00.0005', '00:00:00+05:45:30', '-infinity', 'infinity', '-1 year +2 days -03:04:05.000006', 'empty');
INSERT INTO tm VALUES (3, '5874897-12-31', '23:59:59.9999', NULL, '0001-12-31 BC', '1883-11-18 12:00:00 America/New_York', '1 mon -1 day +00:00:00.1', '[2024-03-10 01:59:59 America/New_York,2024-03-10 03:00 America/New_York)');
RESET IntervalStyle;
RESET TimeZone;
-- step: change
UPDATE tm SET ts = ts + interval '1 microsecond', i = -i WHERE id = 3;
UPDATE tm SET tsz = '2024-10-27 02:30:00 Europe/Berlin', d = '-infinity' WHERE id = 2;
UPDATE tm SET id = 4 WHERE id = 1;
