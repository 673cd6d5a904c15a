import { withDeadline } from "../../core/async/deadline.js";
import type { SqlClient } from "./client.js";
import type { SqlDialect } from "./model.js";
import { lockTimeout } from "./retry.js";

interface Place {
  client: SqlClient;
  dialect: SqlDialect;
}

interface Queue {
  /** The transaction that ends last. */
  transaction?: Promise<unknown>;
  readonly statements: Set<Promise<unknown>>;
}

const queues = new WeakMap<SqlClient, Queue>();

/*
 * SQLite has one writer. With several connections, this process could block itself, and a driver
 * may treat a statement that found the file locked as still running until it is garbage-collected,
 * so no transaction on that connection could end. So work waits here instead of at a lock that this
 * process holds. Other databases queue by themselves.
 */

/** Runs a transaction after those before it, and the statements in progress, are done. */
export function afterOthers<T>(place: Place, work: () => Promise<T>): Promise<T> {
  if (place.dialect !== "sqlite") return work();
  const queue = queueOf(place.client);
  const before = [...queue.statements, ...(queue.transaction ? [queue.transaction] : [])];
  const done = before.length === 0 ? work() : withinDeadline(Promise.all(before)).then(work);
  const ended: Promise<unknown> = ignoringErrors(done).then(() => {
    if (queue.transaction === ended) delete queue.transaction;
  });
  queue.transaction = ended;
  return done;
}

/** Runs a statement after the transactions before it are done. */
export function afterTransactions<T>(place: Place, work: () => Promise<T>): Promise<T> {
  if (place.dialect !== "sqlite") return work();
  const queue = queueOf(place.client);
  const done = queue.transaction ? withinDeadline(queue.transaction).then(work) : work();
  const ended: Promise<unknown> = ignoringErrors(done).then(() => queue.statements.delete(ended));
  queue.statements.add(ended);
  return done;
}

function queueOf(client: SqlClient): Queue {
  const found = queues.get(client) ?? { statements: new Set() };
  queues.set(client, found);
  return found;
}

/** Work that never ends must not block the queue forever. */
const withinDeadline = (work: Promise<unknown>): Promise<unknown> =>
  ignoringErrors(
    withDeadline(work, lockTimeout, () => new Error("An earlier transaction takes too long")),
  );

const ignoringErrors = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
