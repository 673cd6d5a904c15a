import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createConnection } from "node:net";
import express5 from "express";
import express4 from "express4";
import { onTestFinished } from "vitest";

/** Both versions that the integration is for. */
export const expressVersions = [
  { version: "Express 5", express: express5 },
  { version: "Express 4", express: express4 },
] as const;

export type ExpressVersion = (typeof expressVersions)[number];

/** Listens on a free port of the loopback interface until the test ends. Answers the origin. */
export async function serve(app: RequestListener): Promise<string> {
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}

/** An HTTP response, read from the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Every header line, as it came. */
  readonly lines: readonly string[];
  readonly body: string;
}

/** Sends bytes to a server as they are, and reads until it closes the connection. */
export async function sendRaw(origin: string, request: string): Promise<WireAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = createConnection(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.write(request);
  await once(socket, "close");
  const [head = "", ...body] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  return { status: Number(statusLine.split(" ")[1]), lines, body: body.join("\r\n\r\n") };
}
