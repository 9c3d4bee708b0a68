package io.penstock.target.mysql;

import io.penstock.testkit.TestMysql;

class MariaDbLaneIT extends MysqlLaneContract {
    @Override
    TestMysql server() {
        return TestMysql.mariaDbTarget();
    }
}
