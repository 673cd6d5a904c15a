import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Database from "libsql";
import { isRecord } from "../../src/core/values/json.js";

/*
 * Stands for a Turso database, or sqld: Hrana 2 over HTTP, with a connection for each stream. Of the protocol it speaks
 * what clients use: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md
 */

export interface LibsqlServer {
  readonly url: string;
  close(): void;
}

interface Stream {
  readonly database: InstanceType<typeof Database>;
  readonly texts: Map<unknown, string>;
}

interface Statement {
  readonly sql: string;
  readonly args: readonly unknown[];
}

/** Answers at once that the file is locked, as a server does when its patience is over. */
export async function libsqlServer(file: string): Promise<LibsqlServer> {
  const streams = new Map<string, Stream>();
  const open = (): Stream => ({ database: connectionTo(file), texts: new Map() });
  const server = createServer((request, response) => {
    void answer(request, response, { streams, open });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${portOf(server.address())}`, close: () => void server.close() };
}

function connectionTo(file: string): InstanceType<typeof Database> {
  const database = new Database(file, { timeout: 0 });
  database.exec("pragma foreign_keys = on");
  return database;
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address ? address.port : 0;

interface Streams {
  readonly streams: Map<string, Stream>;
  readonly open: () => Stream;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { streams, open }: Streams,
): Promise<void> {
  // There is no newer version of the protocol.
  if (request.url !== "/v2/pipeline") return void response.writeHead(404).end();
  const { baton, requests } = await bodyOf(request);
  const stream = (typeof baton === "string" && streams.get(baton)) || open();
  if (typeof baton === "string") streams.delete(baton);
  const results = requests.map((one) => resultOf(stream, one));
  const isClosed = requests.some(({ type }) => type === "close");
  const next = isClosed ? null : crypto.randomUUID();
  if (next === null) stream.database.close();
  else streams.set(next, stream);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ baton: next, base_url: null, results }));
}

type Told = Record<string, unknown>;

async function bodyOf(request: IncomingMessage): Promise<{ baton: unknown; requests: Told[] }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  const { baton, requests } = isRecord(body) ? body : {};
  return { baton, requests: listIn(requests) };
}

const listIn = (value: unknown): Told[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function resultOf(stream: Stream, request: Told): unknown {
  const { type } = request;
  try {
    return { type: "ok", response: { type, ...responseTo(stream, request) } };
  } catch (error) {
    return { type: "error", error: faultOf(error) };
  }
}

function responseTo(stream: Stream, { type, ...given }: Told): Told {
  if (type === "execute") return { result: execute(stream, statementOf(stream, given["stmt"])) };
  if (type === "batch") return { result: batch(stream, given["batch"]) };
  if (type === "sequence") stream.database.exec(String(given["sql"]));
  if (type === "store_sql") stream.texts.set(given["sql_id"], String(given["sql"]));
  if (type === "close_sql") stream.texts.delete(given["sql_id"]);
  return {};
}

/** A server tells the primary code of SQLite, and its message. */
function faultOf(error: unknown): { message: string; code: string } {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  const primary = /^SQLITE_[A-Z]+/.exec(typeof code === "string" ? code : "")?.[0];
  const message = error instanceof Error ? error.message : String(error);
  return { message: `SQLite error: ${message}`, code: primary ?? "SQLITE_ERROR" };
}

function statementOf(stream: Stream, given: unknown): Statement {
  const { sql, sql_id: id, args } = isRecord(given) ? given : {};
  return {
    sql: typeof sql === "string" ? sql : (stream.texts.get(id) ?? ""),
    args: valuesIn(args),
  };
}

const valuesIn = (args: unknown): unknown[] => listIn(args).map(valueOf);

function valueOf({ type, value, base64 }: Told): unknown {
  if (type === "null") return null;
  if (type === "integer") return BigInt(String(value));
  return type === "blob" ? Buffer.from(String(base64), "base64") : value;
}

function execute({ database }: Stream, { sql, args }: Statement): Told {
  const statement = database.prepare(sql);
  if (!statement.reader) {
    const { changes, lastInsertRowid } = statement.run(...args);
    return answered([], [], { changes, lastInsertRowid });
  }
  const names = statement.columns().map(({ name }) => name);
  const rows: unknown[] = statement.raw().all(...args);
  const told: unknown = database.prepare("select changes() as changes").get();
  return answered(names, rows, { changes: Number(isRecord(told) ? told["changes"] : 0) });
}

function answered(
  names: readonly string[],
  rows: readonly unknown[],
  { changes, lastInsertRowid }: { changes: number; lastInsertRowid?: number | bigint },
): Told {
  return {
    cols: names.map((name) => ({ name, decltype: null })),
    rows: rows.map((row) => (Array.isArray(row) ? row.map(written) : [])),
    affected_row_count: changes,
    last_insert_rowid: lastInsertRowid === undefined ? null : String(lastInsertRowid),
  };
}

function written(value: unknown): Told {
  if (value === null || value === undefined) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (typeof value === "number") {
    return Number.isInteger(value)
      ? { type: "integer", value: String(value) }
      : { type: "float", value };
  }
  if (Buffer.isBuffer(value)) return { type: "blob", base64: value.toString("base64") };
  return { type: "text", value };
}

function batch(stream: Stream, given: unknown): Told {
  const results: unknown[] = [];
  const errors: unknown[] = [];
  const holds = (condition: unknown): boolean => {
    if (!isRecord(condition)) return true;
    const { type, step, cond, conds } = condition;
    if (type === "ok") return results[Number(step)] !== null;
    if (type === "error") return errors[Number(step)] !== null;
    if (type === "not") return !holds(cond);
    if (type === "and") return listIn(conds).every(holds);
    if (type === "or") return listIn(conds).some(holds);
    return !stream.database.inTransaction;
  };
  for (const { stmt, condition } of listIn(isRecord(given) ? given["steps"] : [])) {
    let [result, error]: [unknown, unknown] = [null, null];
    try {
      if (holds(condition)) result = execute(stream, statementOf(stream, stmt));
    } catch (thrown) {
      error = faultOf(thrown);
    }
    results.push(result);
    errors.push(error);
  }
  return { step_results: results, step_errors: errors };
}
