import { isRecord } from "../../core/values/json.js";
import type { Result, SqlClient } from "../sql/client.js";
import type { SqlDialect } from "../sql/model.js";
import { sql, textIn } from "../sql/sql.js";
import type { Sql, Statement } from "../sql/sql.js";
import { driverError } from "./fault.js";
import type { PrismaDatabase, RawQueries } from "./types.js";

/** Prisma's defaults are 2 and 5 seconds: too short when many users sign in at once. */
export const patience = { maxWait: 10_000, timeout: 30_000 };

/** Runs statements through a Prisma client. */
export const prismaClient = (prisma: PrismaDatabase, dialect: SqlDialect): SqlClient => ({
  ...clientOn(prisma, dialect),
  transaction: (work) =>
    plainly(prisma.$transaction((within) => work(clientOn(within, dialect)), patience)),
});

const clientOn = (prisma: RawQueries, dialect: SqlDialect): SqlClient => ({
  compile: (statement) => textIn(dialect, statement),
  execute: (statement) => run(prisma, statement),
  lastId: lastIds[dialect],
});

/** Prisma doesn't return the number of a new row. */
const lastIds: Readonly<Record<SqlDialect, Sql | undefined>> = {
  postgres: undefined,
  mysql: sql`last_insert_id()`,
  sqlite: sql`last_insert_rowid()`,
};

const returnsRows = /^\s*select\b|\sreturning\s/i;

async function run(prisma: RawQueries, { sql: text, parameters }: Statement): Promise<Result> {
  if (!returnsRows.test(text)) {
    return { rows: [], changed: await plainly(prisma.$executeRawUnsafe(text, ...parameters)) };
  }
  const rows = await plainly(prisma.$queryRawUnsafe(text, ...parameters));
  const found = Array.isArray(rows) ? rows.filter(isRecord) : [];
  return { rows: found, changed: found.length };
}

async function plainly<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw driverError(error);
  }
}
