ALTER TABLE `shop`.`t` MODIFY COLUMN `c2` enum('sad','it''s','','its') CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NULL;
UPDATE `shop`.`t` SET `c2` = 'it''s' WHERE `c2` = 'its';
ALTER TABLE `shop`.`t` MODIFY COLUMN `c2` enum('sad','it''s','') CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NULL;
