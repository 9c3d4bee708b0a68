SET @penstock_at = 0;
DELETE FROM `shop`.`t``1` WHERE `id` = 2 AND `at` = '2024-02-29 00:00:00' AND `v` = 'old' AND CAST(CONVERT(`v` USING utf8mb4) AS BINARY) = CAST('old' AS BINARY) AND `b` IS NULL LIMIT 1;
DELETE FROM `shop`.`t``1` WHERE `id` = 3 AND `at` = '2024-02-29 00:00:00' AND `v` = 'old' AND CAST(CONVERT(`v` USING utf8mb4) AS BINARY) = CAST('old' AS BINARY) AND `b` IS NULL LIMIT 1;
DELETE FROM `shop`.`t``1` WHERE `id` = 4 AND `at` = '2024-02-29 00:00:00' AND `v` = 'old' AND CAST(CONVERT(`v` USING utf8mb4) AS BINARY) = CAST('old' AS BINARY) AND `b` IS NULL LIMIT 1;
DELETE FROM `shop`.`t``1` WHERE `id` = 5 AND `at` = '2024-02-29 00:00:00' AND `v` = 'old' AND CAST(CONVERT(`v` USING utf8mb4) AS BINARY) = CAST('old' AS BINARY) AND `b` IS NULL LIMIT 1;
SET @penstock_at = 1;
INSERT INTO `shop`.`t``1` (`id`, `at`, `v`, `b`) VALUES (1, '2024-02-29 23:59:59.5', 'it''s', X'00ff'), (2, '2024-02-29 00:00:00', 'new \', X''), (3, '2024-02-29 00:00:00', 'old', X'01'), (6, '2024-02-29 00:00:00', NULL, NULL);
SET @penstock_at = 2;
DELETE FROM `shop`.`t``1`;
