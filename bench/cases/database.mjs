// Reading a session out of a data store, held against the adapter's own query.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { config, expressRequest, cookieName, ours } from "../world.mjs";

export const title = "Session read, strategy database";

const postgres = process.env["BENCH_POSTGRES"] ?? "postgres://root@127.0.0.1:5432/test";
const sqliteFile = () => `file:${join(mkdtempSync(join(tmpdir(), "latchkey-bench-")), "auth.db")}`;

async function memory() {
  const { MemoryAdapter } = await ours("adapters/memory");
  return MemoryAdapter();
}

async function sql(url) {
  const { connect, migrate, SqlAdapter } = await ours("adapters/sql/index");
  const db = await connect(url);
  await migrate(db);
  return SqlAdapter(db);
}

/** An adapter with somebody signed in, and the token of the session. */
async function signedIn(adapter) {
  const id = crypto.randomUUID();
  const email = `${id}@example.org`;
  const user = await adapter.createUser({ id, name: "Ada", email, emailVerified: null });
  const sessionToken = crypto.randomUUID();
  const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  await adapter.createSession({ sessionToken, userId: user.id, expires });
  return sessionToken;
}

const against = (open) => ({
  "the adapter's query": async () => {
    const adapter = await open();
    const sessionToken = await signedIn(adapter);
    return () => adapter.getSessionAndUser(sessionToken);
  },
  "latchkey getSession": async () => {
    const adapter = await open();
    const req = expressRequest(`theme=dark; ${cookieName}=${await signedIn(adapter)}; lang=en`);
    const { getSession } = await ours("frameworks/express/index");
    const own = config(1, { adapter });
    if ((await getSession(req, own)) === null) throw new Error("The session was not found.");
    return () => getSession(req, own);
  },
});

export const groups = {
  memory: { variants: against(memory) },
  SQLite: { rounds: 25, variants: against(() => sql(sqliteFile())) },
  // Most of it is waiting for the server.
  PostgreSQL: { rounds: 41, clock: "elapsed", variants: against(() => sql(postgres)) },
};

export function ratios(taken) {
  const over = (store) =>
    taken[store]["latchkey getSession"].median / taken[store]["the adapter's query"].median;
  return ["SQLite", "PostgreSQL"].map((store) => ({
    name: `Session read with ${store}, times the adapter's query`,
    value: over(store),
    atMost: 1.15,
  }));
}
