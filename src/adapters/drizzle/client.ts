import { is, SQL, sql as drizzle } from "drizzle-orm";
import { isRecord } from "../../core/values/json.js";
import type { Result, SqlClient } from "../sql/client.js";
import type { SqlDialect } from "../sql/model.js";
import type { ChangeOfRow, Stopped } from "../sql/records/statements.js";
import { textIn } from "../sql/sql.js";
import type { Statement } from "../sql/sql.js";
import { driverError } from "./fault.js";
import { headerOf, resultOf } from "./result.js";
import type { ServerDatabase, SqliteDatabase } from "./types.js";

/** Runs statements on PostgreSQL or MySQL through Drizzle. */
export function serverClient(database: ServerDatabase, dialect: SqlDialect): SqlClient {
  return {
    compile: (statement) => textIn(dialect, statement),
    execute: async (statement) =>
      resultOf(dialect, await plainly(async () => database.execute(toDrizzle(statement)))),
    transaction: (work) => database.transaction((within) => work(serverClient(within, dialect))),
  };
}

/** Runs statements on SQLite through Drizzle. */
export function sqliteClient(database: SqliteDatabase): SqlClient {
  const compile: SqlClient["compile"] = (statement) => textIn("sqlite", statement);
  const execute: SqlClient["execute"] = async (statement) =>
    resultOf("sqlite", await plainly(async () => begun(database, statement)));
  // Transactions of a synchronous driver can't contain anything asynchronous.
  if (Reflect.get(database, "resultKind") === "sync") {
    return { compile, execute, batch: async (changes) => runAtOnce(database, changes) };
  }
  return {
    compile,
    execute,
    transaction: (work) => database.transaction((within) => work(sqliteClient(within))),
  };
}

/**
 * Drizzle's errors contain parameter values, such as tokens and addresses, which would end up in
 * logs.
 */
async function plainly<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw driverError(error);
  }
}

const returnsRows = /^\s*select\b|\sreturning\s/i;

function begun(database: SqliteDatabase, statement: Statement): unknown {
  const query = toDrizzle(statement);
  if (returnsRows.test(statement.sql)) return database.all(query);
  const done = database.run(query);
  if (isRecord(done)) return done;
  // The driver of sql.js returns nothing about a write.
  const told = database.all(
    drizzle`select changes() as changes, last_insert_rowid() as lastInsertRowid`,
  );
  return Array.isArray(told) ? headerOf(told[0]) : told;
}

/** Runs the changes synchronously, so no other statement comes in between. */
function runAtOnce(database: SqliteDatabase, changes: readonly ChangeOfRow[]): "done" | Stopped {
  database.run(drizzle`begin immediate`);
  for (const [at, change] of changes.entries()) {
    const stopped = changeAtOnce(database, change);
    if (!stopped) continue;
    database.run(drizzle`rollback`);
    return { at, ...stopped };
  }
  database.run(drizzle`commit`);
  return "done";
}

function changeAtOnce(
  database: SqliteDatabase,
  change: ChangeOfRow,
): { readonly error?: Error } | undefined {
  try {
    const { changed }: Result = resultOf("sqlite", begun(database, change));
    return changed > 0 ? undefined : {};
  } catch (error) {
    const cause = driverError(error);
    return { error: cause instanceof Error ? cause : new Error(String(cause)) };
  }
}

/** A quoted name, a string, or a parameter. */
const tokens = /"(?:[^"]|"")*"|`(?:[^`]|``)*`|'(?:[^']|'')*'|\$\d+|\?/g;

const known = new Map<string, readonly SQL[]>();
/**
 * Maximum number of cached statements: far more than exist, except for lists of different lengths.
 */
const most = 500;

function toDrizzle(statement: Statement): SQL {
  return statement.parameters.some(isExpression) ? inPieces(statement) : new Finished(statement);
}

/**
 * A statement whose text is complete, since every session read would otherwise pay for taking it
 * apart and putting it together again.
 */
class Finished extends SQL {
  readonly #statement: Statement;

  constructor(statement: Statement) {
    super([]);
    this.#statement = statement;
  }

  override toQuery(): { sql: string; params: unknown[] } {
    const { sql, parameters } = this.#statement;
    return { sql, params: [...parameters] };
  }
}

/** Drizzle numbers the parameters itself, so it gets the text between them. */
function inPieces({ sql, parameters }: Statement): SQL {
  const texts = known.get(sql) ?? textsOf(sql);
  if (known.size < most) known.set(sql, texts);
  const chunks = texts.flatMap((text, at) =>
    at < parameters.length ? [text, parameterOf(parameters[at])] : [text],
  );
  return drizzle.join(chunks);
}

function textsOf(sql: string): SQL[] {
  const texts: SQL[] = [];
  let from = 0;
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    if (token !== "?" && !token.startsWith("$")) continue;
    texts.push(drizzle.raw(sql.slice(from, index)));
    from = index + token.length;
  }
  return [...texts, drizzle.raw(sql.slice(from))];
}

/** A column's generated value may be an SQL expression. */
const isExpression = (value: unknown): value is SQL => is(value, SQL);

const parameterOf = (value: unknown) => (isExpression(value) ? value : drizzle.param(value));
