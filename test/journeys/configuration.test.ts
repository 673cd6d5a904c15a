import { Auth, raw } from "latchkey";
import type { Adapter } from "latchkey/adapters";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { MissingSecret, MissingSecretError } from "latchkey/errors";
import Credentials from "latchkey/providers/credentials";
import { afterEach, describe, expect, it, vi } from "vitest";
import { location } from "../support/client.js";
import {
  adasForm,
  people,
  recorder,
  secret,
  strategies,
  world,
  type TestConfig,
} from "../support/config.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const request = (route: string) => new Request(`https://app.test/auth/${route}`);

/** How a configuration answers, and what it logged. */
const attempt = async (config: Partial<TestConfig>, route = "session") => {
  const log = recorder();
  const whole = { providers: [people], secret, trustHost: true, logger: log.logger, ...config };
  const response = await Auth(request(route), whole);
  return { response, log, config: whole };
};

// @ts-expect-error what JavaScript may say
const unknownStrategy: Partial<TestConfig> = { session: { strategy: "cookie" } };
const withoutAuthorize: Partial<TestConfig> = {
  // @ts-expect-error what JavaScript may leave out
  providers: [{ id: "c", name: "C", type: "credentials", credentials: {} }],
};

describe("a configuration that is wrong", () => {
  const cases: [name: string, config: Partial<TestConfig>, type: string, hint: string][] = [
    ["no trusted host", { trustHost: false }, "UntrustedHost", "AUTH_TRUST_HOST=true"],
    ["a URL without scheme", { url: "example.com" }, "UntrustedHost", '"example.com"'],
    ["a URL of another scheme", { url: "ftp://example.com" }, "UntrustedHost", "http or https"],
    [
      "a strategy that does not exist",
      unknownStrategy,
      "UnsupportedStrategy",
      'Use "jwt" or "database"',
    ],
    [
      "two providers with one id",
      { providers: [people, people] },
      "InvalidProvider",
      'the id "credentials"',
    ],
    [
      "a provider function that needs options",
      {
        providers: [
          function Needy() {
            throw new TypeError("options are required");
          },
        ],
      },
      "InvalidProvider",
      "Needy({ … })",
    ],
    [
      "a credentials provider without authorize",
      withoutAuthorize,
      "MissingAuthorize",
      '"c" has no "authorize"',
    ],
    [
      "the database strategy without an adapter",
      { session: { strategy: "database" } },
      "MissingAdapter",
      "Set the option `adapter`",
    ],
    [
      "an adapter that lacks methods",
      { adapter: { getUser: () => null, createSession: (session) => session } },
      "MissingAdapterMethods",
      "getSessionAndUser, updateSession, deleteSession",
    ],
  ];

  it.each(cases)("%s: 500 in JSON, and the log says what and how to mend it", async (...row) => {
    const [, config, type, hint] = row;
    const { response, log } = await attempt(config);
    expect(response.status).toBe(500);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(JSON.stringify(await response.json())).not.toContain(hint);
    expect(log.codes("error")).toEqual([type]);
    expect(log.errors(type)[0]?.message).toContain(hint);
  });

  it.each(cases)("%s: thrown with raw", async (...row) => {
    const [, config, type] = row;
    const { logger } = recorder();
    const whole = { providers: [people], secret, trustHost: true, logger, ...config, raw } as const;
    await expect(Auth(request("session"), whole)).rejects.toMatchObject({ type });
  });

  it("shows a person the error page, and its reason only outside of production", async () => {
    const shown = await attempt({ trustHost: false }, "signin");
    expect(shown.response.status).toBe(500);
    expect(await shown.response.text()).toContain("UntrustedHost");
    vi.stubEnv("NODE_ENV", "production");
    const hidden = await attempt({ trustHost: false }, "signin");
    expect(hidden.response.status).toBe(500);
    expect(await hidden.response.text()).not.toContain("UntrustedHost");
  });

  it("leads to the application's error page, unless that is where it came from", async () => {
    const config = { trustHost: false, pages: { error: "/oops" } };
    const { response } = await attempt(config, "signin");
    expect(location(response)).toBe("https://app.test/oops?error=Configuration");
    const loop = await attempt(config, "signin?callbackUrl=/oops");
    expect(loop.response.status).toBe(500);
    expect(loop.log.codes("error")).toContain("ErrorPageLoop");
  });

  it("is looked at once, not at every request", async () => {
    let made = 0;
    const provider = () => {
      made++;
      return people;
    };
    const { config } = await attempt({ providers: [provider], debug: true });
    const after = made;
    for (let index = 0; index < 3; index++) await Auth(request("session"), config);
    expect(made).toBe(after);
  });
});

describe("the secret", () => {
  it("[AUT-2] [ERR-3] decision 7: none in production is a MissingSecretError: 500, and logged", async () => {
    vi.stubEnv("NODE_ENV", "production");
    for (const none of [undefined, "", []]) {
      const { response, log } = await attempt({ secret: none });
      expect(response.status).toBe(500);
      expect(log.errors("MissingSecret")[0]).toBeInstanceOf(MissingSecretError);
      expect(log.errors("MissingSecret")[0]?.message).toContain("npx latchkey secret");
    }
  });

  it("[ERR-3] decision 7: a program gets the MissingSecretError thrown", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const config = { providers: [], trustHost: true, logger: recorder().logger, raw } as const;
    const call = Auth(request("session"), config);
    await expect(call).rejects.toBeInstanceOf(MissingSecretError);
    await expect(call).rejects.toMatchObject({ type: "MissingSecret", name: "MissingSecretError" });
    expect(MissingSecret).toBe(MissingSecretError);
  });

  it("[AUT-2] decision 7: a secret of less than 32 characters is an error in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const short = "x1y2z3w4".repeat(3) + "abcdefg";
    expect(short).toHaveLength(31);
    for (const given of [short, [short, secret], [secret, short]]) {
      const { response, log } = await attempt({ secret: given });
      expect(response.status).toBe(500);
      expect(log.errors("MissingSecret")[0]?.message).toContain("shorter than 32 characters");
    }
    expect((await attempt({ secret: `${short}h` })).response.status).toBe(200);
  });

  it("[AUT-2] decision 7: a short one elsewhere is a warning", async () => {
    const { response, log } = await attempt({ secret: "short" });
    expect(response.status).toBe(200);
    expect(log.codes("warn")).toEqual(["weak-secret"]);
  });

  it("[AUT-2] decision 7: none elsewhere: a random one for this process, and a warning how to make one", async () => {
    const log = recorder();
    const [first, second] = [1, 2].map(() => world("jwt", { secret: [], logger: log.logger }));
    const browser = first?.browser();
    await browser?.signIn(adasForm);
    expect(await browser?.session()).toMatchObject({ user: { name: "Ada" } });
    const warnings = log.entries.filter(({ code }) => code === "random-secret");
    expect(warnings).toHaveLength(1);
    expect(String(warnings[0]?.message[0])).toContain("npx latchkey secret");
    const reloaded = second?.browser();
    reloaded?.plant("__Secure-authjs.session-token", browser?.sessionToken() ?? "");
    expect(await reloaded?.session()).toMatchObject({ user: { name: "Ada" } });
  });
});

describe("[AUT-7] whom to believe about the host", () => {
  it("[AUT-7] trustHost must be true, unless the URL is configured", async () => {
    expect((await attempt({ trustHost: undefined })).response.status).toBe(500);
    expect((await attempt({ trustHost: true })).response.status).toBe(200);
    expect((await attempt({ trustHost: undefined, url: "https://a.test" })).response.status).toBe(
      200,
    );
  });

  it("decision 34: a configured URL counts for everything, whatever host the request names", async () => {
    const { response } = await attempt({ url: new URL("https://site.test/x") }, "providers");
    expect(await response.json()).toMatchObject({
      credentials: { callbackUrl: "https://site.test/auth/callback/credentials" },
    });
    const http = await Auth(new Request("http://10.0.0.1/auth/csrf"), {
      ...(await attempt({ url: "https://site.test" })).config,
    });
    expect(http.headers.getSetCookie()[0]).toMatch(/^__Host-.*; Secure/);
  });
});

describe("an adapter", () => {
  class Stored implements Adapter {
    readonly #inner: Required<Adapter>;
    constructor(inner: Required<Adapter>) {
      this.#inner = inner;
    }
    getUser(id: string) {
      return this.#inner.getUser(id);
    }
    createSession(session: Parameters<Required<Adapter>["createSession"]>[0]) {
      return this.#inner.createSession(session);
    }
    getSessionAndUser(token: string) {
      return this.#inner.getSessionAndUser(token);
    }
    updateSession(session: Parameters<Required<Adapter>["updateSession"]>[0]) {
      return this.#inner.updateSession(session);
    }
    deleteSession(token: string) {
      return this.#inner.deleteSession(token);
    }
  }

  const { adapter } = world("database");
  const forms: [string, TestConfig["adapter"]][] = [
    ["a plain object", adapter],
    ["an instance of a class, whose methods keep `this`", new Stored(adapter)],
    ["a function", () => adapter],
    ["an async function", async () => adapter],
  ];

  it.each(forms)("[ADP-8] decision 3: may be %s", async (_, input) => {
    const browser = world("jwt", { adapter: input }).browser();
    await browser.signIn(adasForm);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    await browser.signOut();
    expect(await browser.session()).toBeNull();
  });

  it("[ADP-8] a function is called once", async () => {
    const make = vi.fn(() => adapter);
    const browser = world("jwt", { adapter: make }).browser();
    await browser.signIn(adasForm);
    await browser.session();
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("[ADP-8] a function that fails is asked again by the next request", async () => {
    let down = true;
    const { browser, log } = world("jwt", {
      adapter: async () => {
        if (down) throw new Error("no connection yet");
        return adapter;
      },
    });
    const ours = browser();
    expect((await ours.get("signin")).status).toBe(200); // a page needs no store
    await ours.signIn(adasForm);
    expect(await ours.session()).toBeNull();
    expect(log.errors("AdapterError")[0]?.cause).toMatchObject({
      err: { message: "no connection yet" },
    });
    down = false;
    await ours.signIn(adasForm);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("[ADP-1] needs only the methods that are used", async () => {
    const { getUser, createSession, getSessionAndUser, updateSession, deleteSession } = adapter;
    const least = { getUser, createSession, getSessionAndUser, updateSession, deleteSession };
    const browser = world("jwt", { adapter: least }).browser();
    await browser.signIn(adasForm);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    const unused = world("jwt", { adapter: {}, session: { strategy: "jwt" } }).browser();
    await unused.signIn(adasForm);
    expect(await unused.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("[ADP-1] decision 14: calling a missing method shows an error and nothing is half done", async () => {
    let complete = true;
    // The check of the configuration sees it; then it is gone, as with an adapter that lies.
    const inner: Adapter = {
      ...MemoryAdapter(),
      getUser: (id) => {
        complete = false;
        return { id, email: "a@b.test", emailVerified: null };
      },
    };
    // Below an object of its own, since a copy of it would hold the method forever.
    const own: Adapter = {};
    Object.setPrototypeOf(own, inner);
    const vanishing = new Proxy(own, {
      get: (target, key): unknown =>
        key === "createSession" && !complete ? undefined : Reflect.get(target, key),
    });
    const { browser, log } = world("jwt", { adapter: vanishing });
    const ours = browser();
    const response = await ours.signIn(adasForm);
    expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    expect(ours.sessionCookies()).toEqual([]);
    expect(log.errors("AdapterError")[0]?.message).toContain('no method "createSession"');
  });
});

describe.each(strategies)("decision 38: configurations in one process, strategy %s", (strategy) => {
  it("decision 38: do not know of each other", async () => {
    const first = world(strategy, { secret: "the secret of the first one: 0123456789" });
    const second = world(strategy, {
      secret: "the secret of the second one: 9876543210",
      basePath: "/other",
      providers: [Credentials({ id: "staff", name: "Staff" })],
      cookies: { sessionToken: { name: "second.session" } },
      callbacks: { session: () => ({ expires: "never" }) },
    });
    const [a, b] = [first.browser(), second.browser()];
    await a.signIn(adasForm);
    await b.get("session");
    expect(await a.session()).toMatchObject({ user: { name: "Ada" } });
    expect(await (await b.get("providers")).text()).toMatch(/^{"staff":/);
    expect(await (await a.get("providers")).text()).toMatch(/^{"credentials":/);
    b.plant("second.session", a.sessionToken() ?? "");
    expect(await b.session()).toBeNull();
  });

  it("decision 38: a broken configuration does not break another", async () => {
    await attempt({ trustHost: false });
    await attempt({ session: { strategy: "database" } });
    const browser = world(strategy).browser();
    await browser.signIn(adasForm);
    expect(await browser.session()).not.toBeNull();
  });

  it("decision 38: nothing of the configuration is changed", async () => {
    const { config, browser } = world(strategy);
    const before = { ...config };
    const provider = { ...people };
    await browser().signIn(adasForm);
    expect(config).toEqual(before);
    expect({ ...people }).toEqual(provider);
  });
});
