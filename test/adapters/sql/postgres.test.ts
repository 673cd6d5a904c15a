import { PostgresDialect } from "kysely";
import { Pool } from "pg";
import { freshPostgres } from "../../support/services.js";
import { sqlTests } from "./shared.js";

const { skip, url } = await freshPostgres();

const open = () => new PostgresDialect({ pool: new Pool({ connectionString: url }) });
sqlTests({ dialect: "postgres", open }, skip);
