import { CompiledQuery } from "kysely";
import type { Kysely, LogEvent } from "kysely";
import type { SqlDialect } from "../../../src/adapters/sql/index.js";

/** The different statements among those logged that look rows up. */
export function lookupsOf(queries: readonly LogEvent[]): CompiledQuery[] {
  const lookups = queries
    .filter(({ level, query }) => level === "query" && /\bwhere\b/.test(query.sql))
    .map(({ query }) => [query.sql, query] as const);
  return Array.from(new Map(lookups).values());
}

/**
 * Asks the database how it would run each statement, and returns those that read a table as a
 * whole. `db` mustn't be used for anything else: it changes settings, and in libsql an EXPLAIN of a
 * write is never finished, so that no transaction on that connection can be committed any more.
 */
export async function withoutIndex(
  db: Kysely<unknown>,
  dialect: SqlDialect,
  statements: readonly Pick<CompiledQuery, "sql" | "parameters">[],
): Promise<string[]> {
  const { prepare, explain, usesIndex } = planners[dialect];
  return db.connection().execute(async (connection) => {
    if (prepare) await connection.executeQuery(CompiledQuery.raw(prepare));
    const slow: string[] = [];
    for (const { sql, parameters } of statements) {
      const question = CompiledQuery.raw(`${explain} ${sql}`, [...parameters]);
      const { rows } = await connection.executeQuery(question);
      const plan = rows.map((row) => JSON.stringify(row)).join("\n");
      if (rows.length === 0 || !usesIndex(plan)) slow.push(`${sql}\n${plan}`);
    }
    return slow;
  });
}

interface Planner {
  prepare?: string;
  explain: string;
  usesIndex(plan: string): boolean;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const planners: Record<SqlDialect, Planner> = {
  sqlite: {
    explain: "explain query plan",
    usesIndex: (plan) => plan.includes('"SEARCH ') && !plan.includes('"SCAN '),
  },
  postgres: {
    // A small table is cheaper to read as a whole: forbid it, to see whether there is another way.
    prepare: "set enable_seqscan = off",
    explain: "explain",
    // Forbidden to read the table, it may read a whole index: then there is no condition on it.
    usesIndex: (plan) =>
      !plan.includes("Seq Scan") &&
      count(plan, /Index Cond/g) >= Math.max(1, count(plan, /Index (?:Only )?Scan/g)),
  },
  mysql: {
    explain: "explain",
    usesIndex: (plan) => !/"type":"(?:ALL|index)"/.test(plan),
  },
};
