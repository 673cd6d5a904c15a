import type { AuthConfig } from "latchkey";
import { refreshedTokens } from "latchkey/manage";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alwaysPath, never, statelessPath } from "../support/children/tokens-plan.js";
import { Browser, type Answerer } from "../support/client.js";
import { recorder, secret } from "../support/config.js";
import { begin } from "../support/oauth/journey.js";
import { clientSecret } from "../support/oauth/openid-app.js";
import { startRotating, type RotatingServer } from "../support/oauth/rotating.js";
import { freshRedisPrefix } from "../support/services.js";
import { Fleet, people, roundsTimeout, runRounds, type Person } from "../support/token-rounds.js";

const many = 200;

const redis = await freshRedisPrefix();
const redirectUris = [
  "https://app.test/auth/callback/op",
  `https://app.test${statelessPath}/callback/op`,
  `https://app.test${alwaysPath}/callback/op`,
];
const startServer = () => startRotating({ slow: 60, leeway: 30_000, redirectUris });
const pause = (time: number) => new Promise((wake) => setTimeout(wake, time));

/** Somebody who signs in, and keeps the tokens in the session cookie. */
async function somebody(
  server: RotatingServer,
  tab: Browser,
  answerer: (index: number) => Answerer | undefined,
): Promise<Person> {
  const arrival = await server.visit(await begin(tab, "signin/op"));
  await tab.get(`callback/op${arrival.url.search}`, { from: server.issuer });
  const read = async (browser: Browser): Promise<string> => {
    const answer = await browser.get("session");
    const session: unknown = await answer.json();
    const token: unknown = Reflect.get(Object(session), "token");
    const told = `no token: ${answer.status} ${JSON.stringify(session)}`;
    return typeof token === "string" ? token : told;
  };
  return {
    ask: (index) => read(tab.copy(answerer(index))),
    // Once in a while the browser doesn't get the new cookie.
    settle: () => read(Math.random() < 0.25 ? tab.copy(answerer(0)) : tab),
  };
}

/** One cookie, sent many times at once when its token has run out. */
async function oneRefresh(server: RotatingServer, make: () => Promise<Person>): Promise<void> {
  const before = server.refreshed();
  server.life(3);
  const person = await make();
  await pause(3_100);
  server.life(3600);
  const tokens = new Set(
    await Promise.all(Array.from({ length: many }, (_, index) => person.ask(index))),
  );
  expect([...tokens]).toHaveLength(1);
  expect(await server.accepts([...tokens][0] ?? "")).toBe(true);
  expect([server.refreshed() - before, server.revoked()]).toEqual([1, 0]);
}

describe("one process without an adapter", { timeout: roundsTimeout }, () => {
  let server: RotatingServer;
  let config: AuthConfig;
  let always: AuthConfig;
  beforeAll(async () => {
    server = await startServer();
    config = {
      providers: [
        {
          id: "op",
          name: "OpenID",
          type: "oidc",
          issuer: server.issuer,
          clientId: "client-1",
          clientSecret,
        },
      ],
      secret,
      trustHost: true,
      logger: recorder().logger,
      callbacks: {
        jwt: ({ token, account }) => refreshedTokens(token, { config, provider: "op", account }),
        session: ({ session, token }) => ({ ...session, token: token["access_token"] }),
      },
    };
    always = {
      ...config,
      callbacks: {
        ...config.callbacks,
        jwt: ({ token, account }) =>
          refreshedTokens(token, { config, provider: "op", account, atLeast: never }),
      },
    };
  });
  afterAll(() => server.stop());
  const person = (own: AuthConfig) => somebody(server, new Browser({ ...own }), () => undefined);

  it(`BB11 ${many} requests with the same session cookie make one refresh`, async () => {
    await oneRefresh(server, () => person(config));
  });

  it("BB12 pauses and lost answers: nobody loses the grant", async ({ task }) => {
    const all = await Promise.all(Array.from({ length: people }, () => person(always)));
    task.meta.tokens = await runRounds({
      server,
      people: all,
      short: ["unreached", "lost-answer"],
    });
  });
});

describe("four processes without an adapter, on Redis", { timeout: roundsTimeout }, () => {
  let server: RotatingServer;
  let fleet: Fleet;
  beforeAll(async () => {
    if (redis.skip) return;
    server = await startServer();
    const store = { kind: "redis", url: redis.url, prefix: redis.prefix } as const;
    fleet = new Fleet({ store, secret, issuer: server.issuer, clientSecret });
    await fleet.fill();
  }, 120_000);
  afterAll(async () => {
    if (redis.skip) return;
    await fleet.stop();
    await server.stop();
  });
  const by =
    (index: number): Answerer =>
    (request) =>
      fleet.at(index).answer(request, { providers: [] });
  const person = (basePath: string) => {
    const tab = new Browser({ providers: [] }, { basePath, auth: by(0) });
    return somebody(server, tab, by);
  };

  it.skipIf(redis.skip)(
    `BB03 ${many} requests with the same session cookie and no adapter make one refresh`,
    async () => {
      await oneRefresh(server, () => person(statelessPath));
    },
  );

  it.skipIf(redis.skip)(
    "BB13 pauses, lost answers and processes that die: nobody loses the grant that only a cookie holds",
    async ({ task }) => {
      const all = await Promise.all(Array.from({ length: people }, () => person(alwaysPath)));
      task.meta.tokens = await runRounds({
        server,
        people: all,
        fleet,
        short: ["lost-answer", "kill"],
      });
    },
  );
});
