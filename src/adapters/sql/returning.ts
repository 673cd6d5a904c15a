import { sql } from "kysely";
import type { Row } from "../rows/convert.js";
import type { SqlContext } from "./context.js";

/** Whether a statement that removes rows can return them. MariaDB can, MySQL can not. */
export async function returnsRemoved(context: SqlContext): Promise<boolean> {
  if (context.dialect !== "mysql") return true;
  context.server.isMariadb ??= await isMariadb(context);
  return context.server.isMariadb;
}

async function isMariadb({ database }: SqlContext): Promise<boolean> {
  const { rows } = await sql<Row>`select version() as version`.execute(database);
  return /mariadb/i.test(String(rows[0]?.["version"]));
}
