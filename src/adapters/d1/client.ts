import type { Row } from "../rows/convert.js";
import { isDuplicate, isMissingOwner, isOutdated } from "../sql/faults.js";
import type { Result, SqlClient } from "../sql/client.js";
import type { ChangeOfRow, Stopped } from "../sql/records/statements.js";
import { textIn, type Statement } from "../sql/sql.js";

/** The part of a D1 binding, such as `env.DB`, or of a session of one, that the adapter uses. */
export interface D1Binding {
  prepare(query: string): D1Prepared;
  batch(statements: D1Prepared[]): Promise<unknown>;
}

export interface D1Prepared {
  bind(...values: unknown[]): D1Prepared;
  all(): Promise<D1Answer>;
}

export interface D1Answer {
  results?: unknown[];
  meta: { changes?: number; last_row_id?: number };
}

export const isBinding = (value: unknown): value is D1Binding =>
  typeof value === "object" && value !== null && "prepare" in value && "batch" in value;

const known = new WeakMap<D1Binding, SqlClient>();

/** Runs statements on Cloudflare D1. Returns the same client for the same binding. */
export function d1Client(database: D1Binding): SqlClient {
  const client = known.get(database) ?? clientOn(database);
  known.set(database, client);
  return client;
}

function clientOn(database: D1Binding): SqlClient {
  return {
    compile: (statement) => textIn("sqlite", statement),
    execute: async (statement) => {
      try {
        return resultOf(await prepared(database, statement).all());
      } catch (error) {
        throw plainFault(error);
      }
    },
    batch: (changes) => changeAll(database, changes),
  };
}

const prepared = (database: D1Binding, { sql, parameters }: Statement): D1Prepared =>
  database.prepare(sql).bind(...parameters);

function resultOf({ results = [], meta }: D1Answer): Result {
  return { rows: results.filter(isRow), changed: meta.changes ?? 0, insertId: meta.last_row_id };
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;

/**
 * D1 rolls a batch back if a statement fails, but not if a statement changes no row. So each
 * statement is followed by a guard, one that fails unless exactly one row was changed, with a
 * message that names the statement.
 */
async function changeAll(
  database: D1Binding,
  changes: readonly ChangeOfRow[],
): Promise<"done" | Stopped> {
  const error = await failureOf(database, changes.flatMap(guarded));
  if (error === undefined) return "done";
  const at = guardIn(error);
  if (at !== undefined) return { at };
  if (!isDuplicate(error) && !isMissingOwner(error) && !isOutdated(error)) throw error;
  return { at: await placeOf(database, changes), error };
}

const guarded = (change: ChangeOfRow, at: number): Statement[] => [
  change,
  { sql: "select json_extract('{}', iif(changes() = 1, '$', ?))", parameters: [nameOf(at)] },
];

const nameOf = (at: number): string => `latchkey:${at}`;

function guardIn({ message }: Error): number | undefined {
  const at = /latchkey:(\d+)/.exec(message)?.[1];
  return at === undefined ? undefined : Number(at);
}

/** D1 doesn't say which statement failed, so prefixes of the batch are tried, and rolled back. */
async function placeOf(database: D1Binding, changes: readonly ChangeOfRow[]): Promise<number> {
  for (let at = 0; at < changes.length - 1; at++) {
    const undo = { sql: "select json_extract('{}', ?)", parameters: [nameOf(at)] };
    const tried = [...changes.slice(0, at + 1), undo];
    const error = await failureOf(database, tried);
    if (error && guardIn(error) === undefined) return at;
  }
  return changes.length - 1;
}

async function failureOf(
  database: D1Binding,
  statements: readonly Statement[],
): Promise<Error | undefined> {
  try {
    await database.batch(statements.map((statement) => prepared(database, statement)));
    return undefined;
  } catch (error) {
    return plainFault(error);
  }
}
/** `D1_ERROR: UNIQUE constraint failed: User.email: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)` */
const errorText = /^(?:D1_\w+: )?([\s\S]*): (SQLITE_\w+)(?: \(extended: (SQLITE_\w+)\))?$/;

/** Rebuilds SQLite's error from the single text that D1 puts it into. */
function plainFault(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const [, message, code, extended] = errorText.exec(error.message) ?? [];
  if (message === undefined) return error;
  return Object.assign(new Error(message, { cause: error }), { code: extended ?? code });
}
