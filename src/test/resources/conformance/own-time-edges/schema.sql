CREATE TABLE tm (id integer PRIMARY KEY, d date, t time(3), tz timetz, ts timestamp, tsz timestamptz, i interval, r tstzrange);
