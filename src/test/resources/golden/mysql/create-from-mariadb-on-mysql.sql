CREATE DATABASE IF NOT EXISTS `shop` CHARACTER SET utf8mb4;
CREATE TABLE IF NOT EXISTS `shop`.`t` (
  `c1` int unsigned NOT NULL,
  `c2` enum('a','it''s') NULL,
  `c3` varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  `c4` text CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci NULL,
  `c5` bigint AS (`c1` + 1) STORED,
  `c6` decimal(65,30) unsigned NULL,
  `c7` bit(9) NULL,
  `c8` char(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  `c9` varchar(45) CHARACTER SET ascii COLLATE ascii_bin NULL,
  `c10` json NULL,
  `c11` geometry NULL,
  `c12` timestamp(6) NULL,
  `c13` year(4) NULL,
  `c14` set('x','y') NULL,
  `c15` binary(16) NULL,
  PRIMARY KEY (`c1`)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
