import { withDeadline } from "../../deadline.js";
import type { SqlDatabase } from "./database.js";
import type { SqlDialect } from "./model.js";
import { patience } from "./retry.js";

interface Place {
  database: SqlDatabase;
  dialect: SqlDialect;
}

interface Turns {
  /** Of the transaction that is to end last. */
  transaction?: Promise<unknown>;
  readonly statements: Set<Promise<unknown>>;
}

const known = new WeakMap<SqlDatabase, Turns>();

/*
 * SQLite has one writer. A dialect with several connections lets this process lock itself out, and a driver may keep a
 * statement that found the file locked as begun until it is collected as garbage: no transaction ends over that
 * connection before. So nobody is sent to a lock that we hold ourselves. Other databases see to it.
 */

/** Runs a transaction when those before it, and the statements on their way, are done. */
export function afterOthers<T>(place: Place, work: () => Promise<T>): Promise<T> {
  if (place.dialect !== "sqlite") return work();
  const turns = turnsOn(place.database);
  const before = [...turns.statements, ...(turns.transaction ? [turns.transaction] : [])];
  const done = before.length === 0 ? work() : inTime(Promise.all(before)).then(work);
  const ended: Promise<unknown> = settled(done).then(() => {
    if (turns.transaction === ended) delete turns.transaction;
  });
  turns.transaction = ended;
  return done;
}

/** Runs a statement when the transactions before it are done. */
export function afterTransactions<T>(place: Place, work: () => Promise<T>): Promise<T> {
  if (place.dialect !== "sqlite") return work();
  const turns = turnsOn(place.database);
  const done = turns.transaction ? inTime(turns.transaction).then(work) : work();
  const ended: Promise<unknown> = settled(done).then(() => turns.statements.delete(ended));
  turns.statements.add(ended);
  return done;
}

function turnsOn(database: SqlDatabase): Turns {
  const found = known.get(database) ?? { statements: new Set() };
  known.set(database, found);
  return found;
}

/** One that never ends holds up nobody for ever. */
const inTime = (work: Promise<unknown>): Promise<unknown> =>
  settled(withDeadline(work, patience, () => new Error("Others take their time")));

const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
