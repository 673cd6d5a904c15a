import { createServer } from "node:http";
import { connect } from "node:net";
import { createWebSocketStream, WebSocketServer } from "ws";
import { Client } from "pg";

/*
 * Stands for Neon's proxy: a query is a POST to /sql, and a WebSocket is a connection to the database, byte by byte.
 * Behind it is a real PostgreSQL.
 */
export async function neonServer(url) {
  const seen = { queries: 0, connections: 0 };
  const server = createServer((request, response) => {
    seen.queries++;
    answer(request, url).then(
      ({ status, body }) => response.writeHead(status).end(JSON.stringify(body)),
      () => response.writeHead(500).end(),
    );
  });
  const { hostname, port } = new URL(url);
  new WebSocketServer({ server }).on("connection", (socket) => {
    seen.connections++;
    const stream = createWebSocketStream(socket);
    const database = connect(Number(port || 5432), hostname);
    for (const one of [stream, database]) one.on("error", () => void [stream, database].map(end));
    stream.pipe(database).pipe(stream);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { host: `127.0.0.1:${server.address().port}`, seen, close };
}

const end = (stream) => stream.destroy();

/** Values are texts, as the database writes them, for the driver to read. */
async function answer(request, connectionString) {
  const { query, params } = JSON.parse(await textOf(request));
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const types = { getTypeParser: () => (text) => text };
    const result = await client.query({ text: query, values: params, rowMode: "array", types });
    const { command, rowCount, rows, fields } = result;
    return { status: 200, body: { command, rowCount, rows, fields, rowAsArray: true } };
  } catch (error) {
    return { status: 400, body: { ...error, message: error.message } };
  } finally {
    await client.end();
  }
}

export async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
