import { neonConfig, Pool } from "@neondatabase/serverless";
import { Client } from "@planetscale/database";
import { drizzle as onNeonHttp } from "drizzle-orm/neon-http";
import { drizzle as onNeon } from "drizzle-orm/neon-serverless";
import { drizzle as onPlanetscale } from "drizzle-orm/planetscale-serverless";
import { DrizzleAdapter } from "latchkey/adapters/drizzle";
import { layouts } from "latchkey/adapters/sql";
import { afterAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { drizzleOnMysql, drizzleOnPostgres } from "../../test/adapters/sql/published.ts";
import { wholeStore } from "../../test/adapters/whole-store.ts";
import { freshMysql, freshPostgres } from "../../test/support/services.ts";
import { neonServer } from "./http/neon.mjs";
import { planetscaleServer } from "./http/planetscale.mjs";

/* The drivers of Neon and PlanetScale, against servers that speak their protocols, with real databases behind them. */

const [postgres, mysql] = [await freshPostgres(), await freshMysql()];
const closing = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});
const leavesOut = {
  "[RES-14]": "These tables have no columns of the application's own",
  "updateAuthenticatorCounter returns": "Their counter ends at 2147483647",
};

describe.skipIf(postgres.skip)("Neon's serverless driver through Drizzle", async () => {
  const { host, seen, close } = await neonServer(postgres.url);
  closing.push(close);
  // As docs/drizzle.md has it; and where the server is.
  neonConfig.poolQueryViaFetch = true;
  neonConfig.webSocketConstructor = WebSocket;
  neonConfig.fetchEndpoint = () => `http://${host}/sql`;
  Object.assign(neonConfig, { wsProxy: () => `${host}/v1`, pipelineConnect: false });
  Object.assign(neonConfig, { useSecureWebSocket: false, pipelineTLS: false });
  const open = () => {
    const pool = new Pool({ connectionString: withPassword(postgres.url) });
    closing.push(() => pool.end());
    return DrizzleAdapter(onNeon(pool));
  };
  const { url } = postgres;
  wholeStore({
    row: { name: "Drizzle, Neon (HTTP and WebSocket)", migrations: "drizzle-kit" },
    adapters: [open(), open()],
    ...{ url, layout: layouts.drizzle, statements: drizzleOnPostgres, leavesOut },
  });

  test("a session is read by one request over HTTP, with no connection", async () => {
    const adapter = open();
    const { queries, connections } = seen;
    await adapter.getSessionAndUser(crypto.randomUUID());
    expect([seen.queries - queries, seen.connections - connections]).toEqual([1, 0]);
  });

  test("the driver that has HTTP alone is refused, with the one to use", () => {
    expect(() => DrizzleAdapter(onNeonHttp(withPassword(url)))).toThrow(
      'Use `import { drizzle } from "drizzle-orm/neon-serverless"` instead',
    );
  });
});

/** The driver wants one. */
function withPassword(given) {
  const url = new URL(given);
  url.password ||= "none";
  return url.href;
}

describe.skipIf(mysql.skip)("PlanetScale's driver through Drizzle", async () => {
  const { url, close } = await planetscaleServer(mysql.url);
  closing.push(close);
  const open = () => {
    // It takes the host of a URL without the port.
    const fetchAt = (to, init) => fetch(new URL(new URL(to).pathname, url), init);
    return DrizzleAdapter(
      onPlanetscale(new Client({ host: "db.test", username: "a", password: "b", fetch: fetchAt })),
    );
  };
  wholeStore({
    row: { name: "Drizzle, PlanetScale (HTTP)", migrations: "drizzle-kit" },
    adapters: [open(), open()],
    ...{ url: mysql.url, layout: layouts.drizzle, leavesOut },
    // They have room for short tokens and whole seconds; the suite writes long ones and milliseconds.
    statements: drizzleOnMysql.map((statement) =>
      statement
        .replaceAll("_token` varchar(255)", "_token` varchar(2048)")
        .replaceAll("timestamp not null", "timestamp(3) not null"),
    ),
  });

  test("an error doesn't tell the values that were written", async () => {
    const adapter = open();
    const session = { sessionToken: "very secret", userId: "nobody", expires: new Date() };
    const error = await adapter.createSession(session).catch((thrown) => thrown);
    expect(error.message).toMatch(/foreign key constraint fails/);
    expect(String(error) + JSON.stringify(error)).not.toContain("very secret");
  });
});
