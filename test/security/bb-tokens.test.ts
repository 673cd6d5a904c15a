import { Redis } from "ioredis";
import type { Adapter } from "latchkey/adapters";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Child } from "../support/children.js";
import type { TokensPlan } from "../support/children/tokens-plan.js";
import { secret } from "../support/config.js";
import { clientSecret } from "../support/oauth/openid-app.js";
import { startRotating, type RotatingServer } from "../support/oauth/rotating.js";
import { freshPostgres, freshRedisPrefix } from "../support/services.js";
import { Fleet, people, roundsTimeout, runRounds, type Person } from "../support/token-rounds.js";

const many = 200;

const [postgres, redis] = [await freshPostgres(), await freshRedisPrefix()];
const stores: readonly (readonly [string, boolean, TokensPlan["store"]])[] = [
  ["PostgreSQL", postgres.skip, { kind: "sql", url: postgres.url }],
  ["Redis", redis.skip, { kind: "redis", url: redis.url, prefix: redis.prefix }],
];

/** The store, as this process sees it. */
async function open(store: TokensPlan["store"]) {
  if (store.kind === "sql") {
    const db = await connect(store.url);
    await migrate(db);
    return { adapter: SqlAdapter(db), close: () => db.destroy() };
  }
  const client = new Redis(store.url);
  return { adapter: RedisAdapter(client, { prefix: store.prefix }), close: () => client.quit() };
}

describe.each(stores)("four processes on %s", { timeout: roundsTimeout }, (_, skip, store) => {
  let fleet: Fleet;
  let server: RotatingServer;
  let adapter: Adapter;
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    if (skip) return;
    // As providers have it that let a client repeat itself: 30 seconds at Okta, for one.
    server = await startRotating({ slow: 60, leeway: 30_000 });
    ({ adapter, close } = await open(store));
    fleet = new Fleet({ store, secret, issuer: server.issuer, clientSecret });
    await fleet.fill();
  }, 120_000);
  afterAll(async () => {
    if (skip) return;
    await fleet.stop();
    await server.stop();
    await close();
  });

  const past = () => Math.floor(Date.now() / 1000) - 10;
  const ask = async (child: Child, userId: string): Promise<string> => {
    const url = `https://app.test/token?user=${encodeURIComponent(userId)}`;
    const response = await child.answer(new Request(url), { providers: [] });
    const answer: unknown = await response.json();
    const token: unknown = Reflect.get(Object(answer), "token");
    return typeof token === "string" ? token : `no token: ${JSON.stringify(answer)}`;
  };
  /** Somebody who signed in a while ago: the access token has run out. */
  const somebody = async (): Promise<Person> => {
    const providerAccountId = crypto.randomUUID();
    const user = await adapter.createUser?.({
      id: crypto.randomUUID(),
      email: `${providerAccountId}@example.org`,
      emailVerified: null,
    });
    const userId = user?.id ?? "";
    const tokens = await server.grant();
    const key = { provider: "op", providerAccountId };
    await adapter.linkAccount?.({ userId, type: "oidc", ...key, ...tokens, expires_at: past() });
    return {
      expire: async () => void (await adapter.updateAccount?.({ ...key, expires_at: past() })),
      ask: (index) => ask(fleet.at(index), userId),
      settle: () => ask(fleet.at(0), userId),
    };
  };

  it.skipIf(skip)(
    `BB01 ${many} requests with a token that has run out make one refresh`,
    async () => {
      const person = await somebody();
      const before = server.refreshed();
      const answers = new Set(
        await Promise.all(Array.from({ length: many }, (_one, index) => person.ask(index))),
      );
      expect(answers.size).toBe(1);
      expect(await server.accepts([...answers][0] ?? "")).toBe(true);
      expect([server.refreshed() - before, server.revoked()]).toEqual([1, 0]);
      for (const child of fleet.all()) expect(child.codes("error")).toEqual([]);
    },
  );

  it.skipIf(skip)(
    "BB02 pauses, lost answers and processes that die: nobody loses the grant",
    async ({ task }) => {
      const all = await Promise.all(Array.from({ length: people }, somebody));
      const short = ["calm", "unreached", "lost-answer", "kill"] as const;
      task.meta.tokens = await runRounds({ server, people: all, fleet, short });
    },
  );
});
