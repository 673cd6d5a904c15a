// The applications that are compared: the same routes, each on what its library does with PostgreSQL and Redis.
import { readFileSync } from "node:fs";
import { Redis } from "ioredis";
import { MiddlewareAuth, getAccessToken, getSession } from "latchkey/express";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { redisState } from "latchkey/state/redis";
import pg from "pg";
import { settings } from "../../bench/cases/oauth.mjs";
import { authjsOn, betterOn, betterTables } from "../../bench/peers.mjs";
import { pgTables } from "../adapters/tables.mjs";

const { dependencies } = JSON.parse(
  readFileSync(new URL("../../bench/package.json", import.meta.url), "utf8"),
);
const versionOf = (name) => dependencies[name];

/** A form with the library's CSRF token. */
const withToken = (visitor, origin) => visitor.submit(origin, "signin/local", {});
const withoutToken = (visitor, origin) => visitor.send(`${origin}/auth/signin/local`, {});

/**
 * By name: `tables` makes them in an empty database, `open` connects one process, `begin` starts a visitor's sign-in.
 * `cannot` says what the library leaves to the application.
 */
export const sides = {
  latchkey: {
    how: "sessions in PostgreSQL, shared state in Redis",
    tables: ownTables,
    open: (services) => ourOwn(services, "database"),
    begin: withToken,
  },
  "latchkey, JWT sessions": {
    how: "sessions in cookies; each read asks Redis whether they were revoked",
    tables: ownTables,
    open: (services) => ourOwn(services, "jwt"),
    begin: withToken,
  },
  "better-auth": {
    how: `version ${versionOf("better-auth")}, sessions in Redis`,
    tables: betterTables,
    open: ({ redis, ...services }) => betterOn({ ...services, redis: new Redis(redis) }),
    begin: withoutToken,
  },
  "@auth/express": {
    how: `version ${versionOf("@auth/express")}, sessions in PostgreSQL, as those in cookies can't be revoked`,
    tables: authjsTables,
    open: ({ database, issuer }) => authjsOn({ database, settings: settings(issuer) }),
    begin: withToken,
    cannot: { refresh: "left out: it refreshes none" },
  },
};

async function ownTables(database) {
  const db = await connect(database);
  await migrate(db);
  await db.destroy();
}

async function authjsTables(database) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (const statement of pgTables) await client.query(statement);
  // Its documentation has none; each read would be one of the whole table.
  await client.query(`create unique index on sessions ("sessionToken")`);
  await client.end();
}

async function ourOwn({ database, redis, issuer }, strategy) {
  const config = {
    ...settings(issuer),
    adapter: SqlAdapter(await connect(database)),
    sharedState: redisState(new Redis(redis)),
    // A revocation counts at once in all processes, as with the others.
    plugins: [sessionRegistry({ within: 0 })],
    session: { strategy },
  };
  const { sessions } = manage(config);
  return {
    routes: MiddlewareAuth(config),
    userOf: async (req) => (await getSession(req, config))?.user,
    accessTokenOf: (req) => getAccessToken(req, config, "local"),
    async revoke(req) {
      const { id, userId } = await sessions.current(req);
      await sessions.end(id, { userId });
    },
  };
}
