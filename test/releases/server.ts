/* The site as a process that listens. `bundle.ts` makes one file of it, and each release leaves its own behind. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Auth } from "latchkey";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { configOn, type Around } from "./config.js";

/** What a server is to serve, as JSON in LATCHKEY_PLAN: releases that are out read it, so it only grows. */
export interface Plan extends Omit<Around, "logger" | "mail"> {
  readonly database: string;
  /** Where the site is for browsers. */
  readonly site: string;
}

const tell = (told: object): void => void process.send?.(told);
const log =
  (level: string) =>
  (code: unknown): void =>
    tell({ level, code: String(code) });
for (const event of ["unhandledRejection", "uncaughtException"]) {
  process.on(event, (reason) => log("error")(`${event}: ${String(reason)}`));
}

const plan = readPlan(process.env["LATCHKEY_PLAN"]);
const db = await connect(plan.database);
const config = configOn(SqlAdapter(db), {
  ...plan,
  logger: { error: log("error"), warn: log("warn") },
  mail: { sendMail: ({ to, text }) => Promise.resolve(tell({ to, text })) },
});

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => {
    log("error")(error);
    outgoing.writeHead(500).end();
  });
});
// A connection that is closed for being idle may be closed in the middle of a request.
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) tell({ port: address.port });
});
// As deploys do: what has begun is finished.
process.once("SIGTERM", () => {
  server.close(() => {
    void db.destroy().then(() => process.disconnect());
  });
  server.closeIdleConnections();
});
// Without whoever started it there is nothing left to do.
process.once("disconnect", () => process.exit());

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const body = method === "POST" ? { body: Buffer.concat(chunks) } : {};
  const request = new Request(plan.site + url, { method, headers, ...body });
  const response = await Auth(request, config);
  const cookies = response.headers.getSetCookie();
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  });
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function readPlan(text = "{}"): Plan {
  const given: unknown = JSON.parse(text);
  if (isPlan(given)) return given;
  throw new Error("There is no plan to go by.");
}

function isPlan(value: unknown): value is Plan {
  const members = ["strategy", "issuer", "database", "site"];
  return typeof value === "object" && value !== null && members.every((name) => name in value);
}
