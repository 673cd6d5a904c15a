// What a request with an API key costs, held against a session cookie whose session is in the same database: it reads
// the key and its user together, or nothing within the time that the application sets.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure, times } from "../measure.mjs";
import { isTold, processorTime, startPostgres } from "../servers/databases.mjs";
import { config, cookieName, expressRequest, ours } from "../world.mjs";
import { signedIn } from "./database.mjs";

export const title = "Session read by API key";

const sqliteFile = () => `file:${mkdtempSync(join(tmpdir(), "latchkey-bench-"))}/auth.db`;

/** An application on a database with its tables. */
async function application(url, options = {}) {
  const { connect, migrate, SqlAdapter } = await ours("adapters/sql/index");
  const { apiKeys } = await ours("plugins/api-keys/index");
  const db = await connect(url);
  const plugins = [apiKeys(options)];
  await migrate(db, { plugins });
  return { apiKeys, own: config(1, { adapter: SqlAdapter(db), plugins }) };
}

async function reading(request, own) {
  const { getSession } = await ours("frameworks/express/index");
  const read = () => getSession(request, own);
  // Twice, so that the key's first use is written.
  for (let time = 0; time < 2; time++) {
    if (!(await read())?.user) throw new Error("The session was not found.");
  }
  return read;
}

const byKey = async (url, options) => {
  const { apiKeys, own } = await application(url, options);
  const { adapter } = own;
  const { user } = await adapter.getSessionAndUser(await signedIn(adapter));
  const { key } = await apiKeys.of(own).create(user.id, { name: "bench" });
  const request = expressRequest("theme=dark");
  request.headers.authorization = `Bearer ${key}`;
  return reading(request, own);
};

const variantsOn = (urlOf) => ({
  async "session cookie"() {
    const { own } = await application(urlOf());
    const token = await signedIn(own.adapter);
    return reading(expressRequest(`theme=dark; ${cookieName}=${token}; lang=en`), own);
  },
  "API key": () => byKey(urlOf()),
  "API key, within 3600": () => byKey(urlOf(), { within: 3600 }),
});

export const groups = {
  SQLite: { rounds: 21, variants: variantsOn(sqliteFile) },
  PostgreSQL: {
    rounds: 21,
    serverTime: () => processorTime(Number(process.env["BENCH_POSTGRES_PID"])),
    variants: variantsOn(() => process.env["BENCH_POSTGRES"]),
  },
};

export async function run() {
  const tables = { SQLite: await measure("api-keys", "SQLite", groups.SQLite), PostgreSQL: {} };
  const server = isTold ? await startPostgres() : undefined;
  if (!server) {
    console.warn("Left out: PostgreSQL is not installed here.");
    return tables;
  }
  Object.assign(process.env, {
    ...{ BENCH_POSTGRES: server.url, BENCH_POSTGRES_PID: String(server.pid()) },
  });
  try {
    tables.PostgreSQL = await measure("api-keys", "PostgreSQL", groups.PostgreSQL);
  } finally {
    await server.stop();
  }
  return tables;
}

/** SQLite answers so fast that what is hashed and checked counts more than the read. */
const aims = {
  SQLite: {},
  PostgreSQL: {
    atMost: 2.2,
    why: "the key is hashed and checked, and its row has more columns than a session's.",
  },
};

export function ratios(taken) {
  return Object.entries(aims)
    .filter(([store]) => taken[store]["API key"])
    .flatMap(([store, aim]) => {
      const over = (way) => times(taken[store][way], taken[store]["session cookie"]);
      return [
        { name: `API key with ${store}, times a session cookie`, value: over("API key"), ...aim },
        {
          name: "  within the time that is set, times the same",
          value: over("API key, within 3600"),
          ...(store === "PostgreSQL" && { atMost: 0.5 }),
        },
      ];
    });
}
