import express from "express";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { MissingRefreshToken } from "latchkey/errors";
import { manage, refreshedTokens } from "latchkey/manage";
import { tokenEncryption } from "latchkey/plugins/token-encryption";
import { getAccessToken, type AccessTokenOptions, type ExpressAuthConfig } from "latchkey/express";
import type { AuthConfig } from "latchkey";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FullstackAuth } from "latchkey/next";
import { Browser } from "../support/client.js";
import { world, strategies, type Strategy, type World } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { clientSecret, visitOpenId } from "../support/oauth/openid-app.js";
import {
  startRotating,
  type RotatingOptions,
  type RotatingServer,
} from "../support/oauth/rotating.js";

/** The request that Next.js is answering. */
const current = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers.js", () => ({ headers: () => Promise.resolve(current.headers) }));

const running: RotatingServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function provider(options: RotatingOptions = {}): Promise<RotatingServer> {
  const server = await startRotating(options);
  running.push(server);
  return server;
}

/** An application whose accounts are stored, and somebody who has signed in. */
async function signedIn(
  server: RotatingServer,
  { strategy = "database", ...overrides }: Partial<AuthConfig> & { strategy?: Strategy } = {},
) {
  const shop = world(strategy, {
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
  });
  const config: ExpressAuthConfig = {
    ...shop.config,
    adapter: shop.adapter,
    session: { strategy },
    ...overrides,
  };
  const app: World = { ...shop, config };
  const tab = new Browser(config);
  const visit = await visitOpenId(server, app, { tab });
  expect(visit.response.headers.get("location")).toBe("https://app.test");
  return { ...app, config, tab };
}

const account = ({ store }: Pick<World, "store">) => [...store.accounts.values()][0];

/** The access token has run out. */
function expire(app: Pick<World, "store">): void {
  const row = account(app);
  if (row) row.expires_at = Math.floor(Date.now() / 1000) - 5;
}

interface Asking {
  readonly config: ExpressAuthConfig;
  readonly tab: Pick<Browser, "cookieHeader">;
}
type Door = (
  asking: Asking,
  options?: AccessTokenOptions,
  provider?: string,
) => Promise<string | null>;

/** Asks as an application on Express does, with the cookies of the browser. */
const ask: Door = async ({ config, tab }, options = {}, provider = "op") => {
  const site = express();
  const secure = { ...config, useSecureCookies: true };
  const answer = new Promise<string | null>((resolve, reject) => {
    site.get("/", (req, res) => {
      getAccessToken(req, secure, provider, options).then(resolve, reject);
      res.end();
    });
  });
  const origin = await serve(site);
  const [token] = await Promise.all([
    answer,
    fetch(origin, { headers: { cookie: tab.cookieHeader("/") } }),
  ]);
  return token;
};

/** The same on Next.js, whose parts there are only the headers of the request. */
const askNext: Door = ({ config, tab }, options = {}, provider = "op") => {
  current.headers = new Headers({
    cookie: tab.cookieHeader("/"),
    host: "app.test",
    "x-forwarded-proto": "https",
  });
  return FullstackAuth(config).accessToken(provider, options);
};

const doors = [
  ["Express", ask],
  ["Next.js", askNext],
] as const;

describe.each(doors)("an access token in %s", (_, askThere) => {
  it.each(strategies)("is given as it is while it lasts, with %s sessions", async (strategy) => {
    const server = await provider();
    const app = await signedIn(server, { strategy });
    const token = await askThere(app);
    expect(token).toBe(account(app)?.access_token);
    expect(await server.accepts(token ?? "")).toBe(true);
    expect(server.refreshed()).toBe(0);
  });

  it.each(strategies)(
    "is refreshed once it has run out, and stored, with %s sessions",
    async (strategy) => {
      const server = await provider();
      const app = await signedIn(server, { strategy });
      const before = { ...account(app) };
      expire(app);
      const token = await askThere(app);
      expect(token).not.toBe(before.access_token);
      expect(await server.accepts(token ?? "")).toBe(true);
      expect(account(app)).toMatchObject({ access_token: token });
      expect(account(app)?.refresh_token).not.toBe(before.refresh_token);
      expect(await askThere(app)).toEqual(token);
      expect([server.refreshed(), server.revoked()]).toEqual([1, 0]);
    },
  );

  it.each(strategies)(
    "is nobody's where nobody is signed in, with %s sessions",
    async (strategy) => {
      const server = await provider();
      const app = await signedIn(server, { strategy });
      await app.tab.submit("signout");
      expect(await askThere(app)).toBeNull();
    },
  );

  it("is replaced where the API refused it, and an error says why there is none", async () => {
    const server = await provider();
    const app = await signedIn(server);
    const rejected = (await askThere(app)) ?? "";
    expect(await askThere(app, { rejected })).not.toBe(rejected);
    await expect(askThere(app, {}, "other")).rejects.toThrow(/Configured: op/);
    app.store.accounts.clear();
    await expect(askThere(app)).rejects.toMatchObject({ type: "TokenNotLinked" });
  });
});

describe("many who ask at once", () => {
  it("share one refresh, also those with a configuration of their own", async () => {
    const server = await provider({ slow: 50 });
    const app = await signedIn(server);
    expire(app);
    const tokens = await Promise.all(
      Array.from({ length: 100 }, () => ask({ ...app, config: { ...app.config } })),
    );
    expect(new Set(tokens).size).toBe(1);
    expect([server.refreshed(), server.revoked()]).toEqual([1, 0]);
  });

  it("and whoever read the old refresh token before gets the same tokens afterwards", async () => {
    const server = await provider();
    const app = await signedIn(server);
    expire(app);
    const stale = { ...account(app) };
    const adapter = MemoryAdapter(app.store);
    const late: AuthConfig = {
      ...app.config,
      adapter: {
        ...adapter,
        // A copy of the database that lags behind.
        listAccountsByUserId: () => [{ ...stale, ...reader(stale) }],
        updateAccount: () => undefined,
      },
    };
    const token = await ask(app);
    expect(await ask({ ...app, config: late })).toBe(token);
    expect([server.refreshed(), server.revoked()]).toEqual([1, 0]);
  });
});

/** The members that a stored account has in any case. */
function reader(row: object) {
  const read = (name: string) => String(Reflect.get(row, name));
  return {
    userId: read("userId"),
    provider: read("provider"),
    providerAccountId: read("providerAccountId"),
    type: "oidc" as const,
  };
}

describe("what goes wrong is told apart", () => {
  it("no account at the provider", async () => {
    const app = await signedIn(await provider());
    app.store.accounts.clear();
    await expect(ask(app)).rejects.toMatchObject({ type: "TokenNotLinked" });
  });

  it("no refresh token", async () => {
    const app = await signedIn(await provider());
    expire(app);
    Reflect.deleteProperty(account(app) ?? {}, "refresh_token");
    await expect(ask(app)).rejects.toMatchObject({ type: "MissingRefreshToken" });
  });

  it("refused by the provider: asked once, not again for everybody who comes", async () => {
    const server = await provider();
    const app = await signedIn(server);
    expire(app);
    Object.assign(account(app) ?? {}, { refresh_token: "not one of theirs" });
    const asked = server.paths.length;
    for (let time = 0; time < 3; time++) {
      await expect(ask(app)).rejects.toMatchObject({ type: "TokenRefused" });
      await expect(ask(app)).rejects.toMatchObject({ mustSignIn: true });
    }
    expect(server.paths.slice(asked)).toEqual(["/token"]);
  });

  it("the provider is down: the old one as long as it holds, then an error that says so", async () => {
    const server = await provider();
    const app = await signedIn(server);
    Object.assign(account(app) ?? {}, { expires_at: Math.floor(Date.now() / 1000) + 20 });
    await server.stop();
    expect(await ask(app)).toBe(account(app)?.access_token);
    expire(app);
    await expect(ask(app)).rejects.toMatchObject({ type: "TokenUnavailable" });
    await expect(ask(app)).rejects.toMatchObject({ status: 503, mustSignIn: false });
  });

  it("a provider that is not in the configuration, or has no tokens", async () => {
    const app = await signedIn(await provider());
    await expect(ask(app, {}, "other")).rejects.toThrow(/Configured: op/);
  });

  it("an adapter that can't store them: before the refresh token is used up", async () => {
    const server = await provider();
    const app = await signedIn(server);
    expire(app);
    const { updateAccount: _none, ...adapter } = app.adapter;
    await expect(ask({ ...app, config: { ...app.config, adapter } })).rejects.toThrow(
      /lacks.*updateAccount.*latchkey\/adapters\/extend/,
    );
    expect(server.refreshed()).toBe(0);
  });
});

describe("answers that get lost", () => {
  it("on the way there: asked again", async () => {
    const server = await provider();
    const app = await signedIn(server);
    expire(app);
    server.faults.push("unreached");
    expect(await server.accepts((await ask(app)) ?? "")).toBe(true);
    expect([server.refreshed(), server.revoked()]).toEqual([1, 0]);
  });

  it("on the way back, from a provider that lets a client repeat itself: nobody loses anything", async () => {
    const server = await provider({ leeway: 10_000 });
    const app = await signedIn(server);
    expire(app);
    server.faults.push("lost-answer");
    expect(await server.accepts((await ask(app)) ?? "")).toBe(true);
    expire(app);
    expect(await server.accepts((await ask(app)) ?? "")).toBe(true);
    expect(server.revoked()).toBe(0);
  });

  it("at the store: kept, and stored by whoever comes next", async () => {
    const server = await provider();
    const app = await signedIn(server);
    expire(app);
    let down = true;
    const adapter = {
      ...app.adapter,
      updateAccount: (row: Parameters<typeof app.adapter.updateAccount>[0]) => {
        if (down) throw new Error("The store is away.");
        return app.adapter.updateAccount(row);
      },
    };
    const config = { ...app.config, adapter };
    const first = await ask({ ...app, config });
    expect(account(app)?.access_token).not.toBe(first);
    expect(await ask({ ...app, config })).toBe(first);
    down = false;
    await ask({ ...app, config });
    expect(account(app)?.access_token).toBe(first);
    expect([server.refreshed(), server.revoked()]).toEqual([1, 0]);
  });
});

describe("tokens that live 30 seconds", () => {
  it("are used for half of that before they are refreshed", async () => {
    const server = await provider({ life: 30 });
    const app = await signedIn(server);
    const tokens = [];
    for (let time = 0; time < 5; time++) tokens.push(await ask(app));
    expect(server.refreshed()).toBe(1);
    expect(new Set(tokens).size).toBe(1);
  });
});

describe("a token that the API refused", () => {
  it("is replaced, once for everybody who was refused with it", async () => {
    const server = await provider();
    const app = await signedIn(server);
    const rejected = (await ask(app)) ?? "";
    const tokens = await Promise.all(Array.from({ length: 10 }, () => ask(app, { rejected })));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(rejected);
    expect(server.refreshed()).toBe(1);
  });
});

describe("refresh tokens that do not rotate", () => {
  it("are used again when the next access token has run out, although a result was kept", async () => {
    const server = await provider({ rotates: false });
    const app = await signedIn(server);
    for (let time = 0; time < 3; time++) {
      expire(app);
      await ask(app, { rejected: account(app)?.access_token });
    }
    expect(server.refreshed()).toBe(3);
  });
});

describe("tokens that are encrypted in the store", () => {
  it("can be used, and the store tells nothing", async () => {
    const server = await provider();
    const app = await signedIn(server, { plugins: [tokenEncryption()] });
    const row = account(app);
    for (const name of ["access_token", "refresh_token", "id_token"] as const) {
      expect(row?.[name]).toMatch(/^lk1:/);
    }
    expire(app);
    const token = await ask(app);
    expect(await server.accepts(token ?? "")).toBe(true);
    expect(account(app)?.access_token).toMatch(/^lk1:/);
  });

  it("from before it was turned on are read, and encrypted when they are written", async () => {
    const server = await provider();
    const app = await signedIn(server);
    const plain = account(app)?.access_token;
    const config = { ...app.config, plugins: [tokenEncryption()] };
    expect(await ask({ ...app, config })).toBe(plain);
    expire(app);
    await ask({ ...app, config });
    expect(account(app)?.refresh_token).toMatch(/^lk1:/);
  });

  it("need a store, and say so", async () => {
    const { adapter: _, ...config } = world("jwt", { plugins: [tokenEncryption()] }).config;
    await expect(manage(config).tokens.get("1", "op")).rejects.toThrow(
      'The plugin "token-encryption" needs an adapter',
    );
  });

  it("survive that the secret is replaced, and not that it is lost", async () => {
    const server = await provider();
    const app = await signedIn(server, { plugins: [tokenEncryption()] });
    const askWith = (secret: readonly string[]) =>
      manage({ ...app.config, secret }).tokens.get(account(app)?.userId ?? "", "op");
    const newer = "a newer secret that is long enough for anybody";
    const before = String(app.config.secret);
    expect((await askWith([newer, before])).accessToken).toMatch(/./);
    await expect(askWith([newer])).rejects.toThrow(MissingRefreshToken);
    const told = () => app.log.errors("AdapterError")[0]?.message;
    await vi.waitFor(() => expect(told()).toContain("can't be decrypted"));
  });
});

describe("without an adapter, in the session token", () => {
  /** An application that keeps the tokens of its people in their sessions. */
  async function stateless(server: RotatingServer) {
    const seen: Record<string, unknown>[] = [];
    const shop = world("jwt");
    const config: AuthConfig = {
      ...shop.config,
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
      callbacks: {
        jwt: async ({ token, account: given }) => {
          const refreshed = await refreshedTokens(token, {
            config,
            provider: "op",
            account: given,
          });
          seen.push(refreshed);
          return refreshed;
        },
      },
    };
    const tab = new Browser({ ...config });
    await visitOpenId(server, { ...shop, config }, { tab });
    return { tab, seen, log: shop.log };
  }
  const texts = (seen: readonly Record<string, unknown>[]) =>
    new Set(seen.map((token) => String(token["access_token"])));

  it("it is used for half of a short life, then 50 requests with the same cookie make one refresh", async () => {
    const server = await provider({ life: 4, slow: 30 });
    const { tab, seen } = await stateless(server);
    const [first = ""] = texts(seen);
    expect(await server.accepts(first)).toBe(true);
    await tab.session();
    expect([texts(seen).size, server.refreshed()]).toEqual([1, 0]);
    await new Promise((wake) => setTimeout(wake, 2_100));
    seen.length = 0;
    server.life(3600);
    const copies = Array.from({ length: 50 }, () => tab.copy());
    await Promise.all(copies.map((copy) => copy.session()));
    const [second = "", ...others] = texts(seen);
    expect(others).toEqual([]);
    expect(second).not.toBe(first);
    expect(await server.accepts(second)).toBe(true);
    expect([server.refreshed(), server.revoked()]).toEqual([1, 0]);
  });

  it("a browser that never got the new cookie goes on from the old one, step by step", async () => {
    const server = await provider({ life: 2 });
    const { tab, seen } = await stateless(server);
    for (let time = 0; time < 3; time++) {
      await new Promise((wake) => setTimeout(wake, 2_100));
      await tab.copy().session();
    }
    expect(await server.accepts(String(seen.at(-1)?.["access_token"]))).toBe(true);
    expect([server.refreshed(), server.revoked()]).toEqual([3, 0]);
  });

  it("says in the token why there is none, and nobody is signed out", async () => {
    const server = await provider({ life: 2 });
    const { tab, seen } = await stateless(server);
    await server.stop();
    await new Promise((wake) => setTimeout(wake, 2_100));
    expect(await tab.session()).toHaveProperty("user");
    expect(seen.at(-1)).toMatchObject({ token_error: "TokenUnavailable" });
  });
});
