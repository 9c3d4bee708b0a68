package io.penstock.target.mysql;

import io.penstock.testkit.TestMysql;

class OracleLaneIT extends MysqlLaneContract {
    @Override
    TestMysql server() {
        return TestMysql.oracle();
    }
}
