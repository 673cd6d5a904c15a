import { Redis } from "ioredis";
import type { Adapter } from "latchkey/adapters";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type Child } from "../support/children.js";
import { statelessPath, type TokensPlan } from "../support/children/tokens-plan.js";
import { Browser } from "../support/client.js";
import { secret } from "../support/config.js";
import { clientSecret } from "../support/oauth/openid-app.js";
import { begin } from "../support/oauth/journey.js";
import { startRotating, type RotatingServer } from "../support/oauth/rotating.js";
import { freshPostgres, freshRedisPrefix } from "../support/services.js";

declare module "vitest" {
  interface TaskMeta {
    /** What the rounds have done, for the figures of the long form. */
    tokens?: Record<"rounds" | "requests" | "refreshes" | "kills" | "lost" | "revoked", number>;
  }
}

const isLong = process.env["LONG_FORM"] === "true";
const rounds = isLong ? 1000 : 7;
const many = 200;
const processes = 4;

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

const timeout = isLong ? 3_600_000 : 120_000;

describe.each(stores)("four processes on %s", { timeout }, (_, skip, store) => {
  const children: Child[] = [];
  let server: RotatingServer;
  let adapter: Adapter;
  let close: () => Promise<unknown>;
  let plan: TokensPlan;
  beforeAll(async () => {
    if (skip) return;
    server = await startRotating({
      slow: 60,
      // As providers have it that let a client repeat itself: 30 seconds at Okta, for one.
      leeway: 30_000,
      redirectUris: [
        "https://app.test/auth/callback/op",
        `https://app.test${statelessPath}/callback/op`,
      ],
    });
    ({ adapter, close } = await open(store));
    plan = { store, secret, issuer: server.issuer, clientSecret };
    for (let index = 0; index < processes; index++) children.push(await startApp("tokens", plan));
  }, 120_000);
  afterAll(async () => {
    for (const child of children) await child.stop();
    if (skip) return;
    await server.stop();
    await close();
  });

  const childAt = (index: number): Child => {
    const child = children[index % children.length];
    if (!child) throw new Error("No process was started.");
    return child;
  };
  /** Somebody who signed in a while ago: the access token has run out. */
  const somebody = async (): Promise<string> => {
    const providerAccountId = crypto.randomUUID();
    const user = await adapter.createUser?.({
      id: crypto.randomUUID(),
      email: `${providerAccountId}@example.org`,
      emailVerified: null,
    });
    const userId = user?.id ?? "";
    const tokens = await server.grant();
    await adapter.linkAccount?.({
      userId,
      type: "oidc",
      provider: "op",
      providerAccountId,
      ...tokens,
      expires_at: Math.floor(Date.now() / 1000) - 10,
    });
    return userId;
  };
  const expire = async (userId: string): Promise<void> => {
    const [account] = (await adapter.listAccountsByUserId?.(userId)) ?? [];
    if (!account) throw new Error("The account is gone.");
    const { provider, providerAccountId } = account;
    const expires_at = Math.floor(Date.now() / 1000) - 10;
    await adapter.updateAccount?.({ provider, providerAccountId, expires_at });
  };
  const ask = async (child: Child, userId: string): Promise<string> => {
    const response = await child.answer(
      new Request(`https://app.test/token?user=${encodeURIComponent(userId)}`),
      { providers: [] },
    );
    const answer: unknown = await response.json();
    return JSON.stringify(answer);
  };
  const tokenIn = (answer: string): string => {
    const parsed: unknown = JSON.parse(answer);
    return typeof parsed === "object" && parsed && "token" in parsed ? String(parsed.token) : "";
  };

  it.skipIf(skip)(
    `BB01 ${many} requests with a token that has run out make one refresh`,
    async () => {
      const userId = await somebody();
      const before = server.refreshed();
      const answers = await Promise.all(
        Array.from({ length: many }, (_one, index) => ask(childAt(index), userId)),
      );
      expect(new Set(answers).size).toBe(1);
      expect(await server.accepts(tokenIn(answers[0] ?? ""))).toBe(true);
      expect([server.refreshed() - before, server.revoked()]).toEqual([1, 0]);
      for (const child of children) expect(child.codes("error")).toEqual([]);
    },
  );

  it.skipIf(skip)(
    "BB02 pauses, lost answers and processes that die: nobody loses the grant",
    async ({ task }) => {
      const userId = await somebody();
      const counts = {
        rounds: 0,
        requests: 0,
        refreshes: server.refreshed(),
        kills: 0,
        lost: 0,
        revoked: 0,
      };
      for (let round = 0; round < rounds; round++) {
        await expire(userId);
        const killed = round % 6 === 5;
        if (round % 3 === 1) {
          server.faults.push(round % 2 === 0 ? "lost-answer" : "unreached");
          counts.lost += 1;
        }
        const asked = Array.from({ length: 20 }, async (_one, index) => {
          await pause(Math.random() * 40);
          return ask(childAt(index), userId).catch(() => "died");
        });
        if (killed) {
          await pause(30 + Math.random() * 60);
          // Whoever holds the lease is among them, three times out of four.
          const dying = children.splice(0, 3);
          await Promise.all(dying.map((child) => child.kill()));
          counts.kills += 3;
        }
        const answers = new Set((await Promise.all(asked)).filter((answer) => answer !== "died"));
        server.faults.length = 0;
        for (const answer of answers) expect(answer).toContain('"token"');
        const survivor = tokenIn(await ask(childAt(0), userId));
        expect(await server.accepts(survivor)).toBe(true);
        while (children.length < processes) children.push(await startApp("tokens", plan));
        counts.rounds += 1;
        counts.requests += asked.length + 1;
        await pause(Math.random() * 20);
      }
      expect(server.revoked()).toBe(0);
      counts.refreshes = server.refreshed() - counts.refreshes;
      task.meta.tokens = counts;
    },
  );

  if (store.kind === "sql") return;
  it.skipIf(skip)(
    `BB03 ${many} requests with the same session cookie and no adapter make one refresh`,
    async () => {
      const tab = new Browser(
        { providers: [] },
        {
          basePath: statelessPath,
          auth: (request) => childAt(0).answer(request, { providers: [] }),
        },
      );
      server.life(3);
      const arrival = await server.visit(await begin(tab, "signin/op"));
      await tab.get(`callback/op${arrival.url.search}`, { from: server.issuer });
      server.life(3600);
      await pause(3_100);
      const before = server.refreshed();
      const copies = Array.from({ length: many }, (_one, index) =>
        tab.copy((request) => childAt(index).answer(request, { providers: [] })),
      );
      const sessions = await Promise.all(copies.map((copy) => copy.session()));
      const tokens = new Set(
        sessions.map((session) => String(Reflect.get(Object(session), "token"))),
      );
      expect(tokens.size).toBe(1);
      expect(await server.accepts([...tokens][0] ?? "")).toBe(true);
      expect([server.refreshed() - before, server.revoked()]).toEqual([1, 0]);
    },
  );
});

const pause = (time: number) => new Promise((wake) => setTimeout(wake, time));
