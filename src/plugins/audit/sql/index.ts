import { sql } from "kysely";
import {
  dialectOf,
  toDatabase,
  type DatabaseInput,
  type Migration,
} from "../../../adapters/sql/database.js";
import { inspectTable } from "../../../adapters/sql/inspect.js";
import { kyselyClient } from "../../../adapters/sql/kysely-client.js";
import { alone } from "../../../adapters/sql/migrate-lock.js";
import type { SqlDialect } from "../../../adapters/sql/model.js";
import { withRetries } from "../../../adapters/sql/retry.js";
import type { AuditSink } from "../../../types/events.js";
import { toJson } from "../json.js";
import { auditTable } from "./trail.js";

export { sqlTrail, type SqlTrail } from "./trail.js";

/** Personal data has a column of its own, so that it can be erased without losing the event. */
const types: Readonly<Record<SqlDialect, { short: string; long: string }>> = {
  sqlite: { short: "text", long: "text" },
  postgres: { short: "text", long: "text" },
  mysql: { short: "varchar(191)", long: "text" },
};

export interface SqlAuditOptions {
  /** The database, if the Kysely dialect isn't recognized. */
  dialect?: SqlDialect;
}

function statementsFor(dialect: SqlDialect): string[] {
  const { short, long } = types[dialect];
  return [
    `create table ${auditTable} (id ${short} not null, time ${short} not null, type ${short} not null, user_id ${short}, session_id ${short}, provider ${short}, request_id ${short} not null, details ${long} not null, personal ${long}, primary key (id))`,
    `create index ${auditTable}_time_idx on ${auditTable} (time)`,
    `create index ${auditTable}_user_idx on ${auditTable} (user_id)`,
  ];
}

/**
 * Creates the table of `sqlAudit` if it is missing. It can run at every start, in many processes at
 * once.
 *
 * ```ts
 * await migrateAudit(db);
 * ```
 */
export async function migrateAudit(
  input: DatabaseInput,
  options: SqlAuditOptions = {},
): Promise<Migration> {
  const database = toDatabase(input);
  const dialect = options.dialect ?? dialectOf(database);
  return withRetries(() =>
    alone[dialect](database, async (within, change) => {
      if (await inspectTable(kyselyClient(within), dialect, auditTable)) {
        return { statements: [], warnings: [] };
      }
      const statements = statementsFor(dialect);
      await change(async (inside) => {
        for (const statement of statements) await sql.raw(statement).execute(inside);
      });
      return { statements, warnings: [] };
    }),
  );
}

/**
 * Writes events to the table `latchkey_audit` in SQLite, PostgreSQL or MySQL (MariaDB), through
 * Kysely. A response is sent only after its events are written.
 *
 * ```ts
 * const db = await connect(process.env.DATABASE_URL);
 * await migrateAudit(db);
 * const config: AuthConfig = { providers, adapter: SqlAdapter(db), plugins: [audit(sqlAudit(db))]
 * };
 * ```
 */
export function sqlAudit(input: DatabaseInput): AuditSink {
  const database = toDatabase(input);
  return async (event) => {
    const { id, time, type, requestId, userId, sessionId, provider, personal, ...details } = event;
    const values = [id, time, type, userId, sessionId, provider, requestId].map(
      (one) => one ?? null,
    );
    const texts = [toJson(details), JSON.stringify(personal)];
    await sql`insert into ${sql.table(auditTable)} (id, time, type, user_id, session_id, provider, request_id, details, personal) values (${sql.join([...values, ...texts])})`.execute(
      database,
    );
  };
}
