import { MysqlDialect } from "kysely";
import { createPool } from "mysql2";
import { freshMysql } from "../../support/services.js";
import { sqlTests } from "./shared.js";

const { skip, url } = await freshMysql();

sqlTests({ dialect: "mysql", open: () => new MysqlDialect({ pool: createPool(url) }) }, skip);
