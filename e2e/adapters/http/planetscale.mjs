import { createServer } from "node:http";
import { createPool } from "mysql2/promise";
import { textOf } from "./neon.mjs";

/*
 * Stands for PlanetScale: each statement is a POST, a session keeps its connection while a transaction is open, and
 * errors are told as Vitess tells them. Behind it is a real MariaDB, which says that it is MySQL.
 */
export async function planetscaleServer(url) {
  const pool = createPool({ uri: url, rowsAsArray: true, typeCast: (field) => field.buffer() });
  const sessions = new Map();
  const server = createServer((request, response) => {
    execute(request, { pool, sessions }).then(
      (body) => response.end(JSON.stringify(body)),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = async () => {
    server.closeAllConnections();
    server.close();
    for (const connection of sessions.values()) connection.release();
    await pool.end();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

async function execute(request, { pool, sessions }) {
  const { query, session } = JSON.parse(await textOf(request));
  const id = session?.id ?? crypto.randomUUID();
  const isOpen = sessions.has(id);
  const connection = sessions.get(id) ?? (await pool.getConnection());
  if (query === "BEGIN") sessions.set(id, connection);
  try {
    const said = query.startsWith("select version()");
    const [result, fields] = await connection.query(
      said ? "select '8.0.34-Vitess' as version" : query,
    );
    return { session: { id }, result: resultOf(result, fields), timing: 0.001 };
  } catch (error) {
    return { session: { id }, error: faultOf(error, query) };
  } finally {
    const isOver = query === "COMMIT" || query === "ROLLBACK";
    if (isOver) sessions.delete(id);
    if (isOver || (!isOpen && query !== "BEGIN")) connection.release();
  }
}

function resultOf(result, fields) {
  if (!Array.isArray(result)) {
    const { affectedRows, insertId } = result;
    return { rowsAffected: String(affectedRows), insertId: String(insertId) };
  }
  return { fields: fields.map(fieldOf), rows: result.map(rowOf) };
}

const rowOf = (values) => ({
  lengths: values.map((value) => String(value?.length ?? -1)),
  values: Buffer.concat(values.filter((value) => value !== null)).toString("base64"),
});

const types = new Map([
  ...[
    [1, "INT8"],
    [2, "INT16"],
    [3, "INT32"],
    [8, "INT64"],
    [9, "INT24"],
    [4, "FLOAT32"],
  ],
  ...[
    [5, "FLOAT64"],
    [246, "DECIMAL"],
    [7, "TIMESTAMP"],
    [12, "DATETIME"],
    [10, "DATE"],
  ],
  ...[
    [245, "JSON"],
    [252, "TEXT"],
    [253, "VARCHAR"],
    [254, "CHAR"],
  ],
]);

const isUnsigned = 32;

function fieldOf({ name, columnType, characterSet, flags }) {
  const type = types.get(columnType) ?? "VARCHAR";
  const charset = type.startsWith("INT") ? 255 : characterSet;
  return { name, type: flags & isUnsigned && type.startsWith("INT") ? `U${type}` : type, charset };
}

const codes = { 1062: "ALREADY_EXISTS", 1213: "ABORTED", 1205: "DEADLINE_EXCEEDED" };

function faultOf({ errno, sqlState, sqlMessage }, query) {
  const told = `target: latchkey.-.primary: vttablet: rpc error: code = Unknown desc = ${sqlMessage}`;
  const rest = `(errno ${errno}) (sqlstate ${sqlState}) (CallerID: user): Sql: ${JSON.stringify(query)}`;
  return { code: codes[errno] ?? "UNKNOWN", message: `${told} ${rest}, BindVars: {}` };
}
