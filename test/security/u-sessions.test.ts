import { Auth } from "latchkey";
import { describe, expect, it } from "vitest";
import { adasForm, strategies, world, type TestConfig } from "../support/config.js";
import { isRecord } from "../../src/core/values/json.js";
import { Browser, cookieNamesOf } from "../support/client.js";
import { day, useClock } from "../support/clock.js";

const clock = useClock();
const name = "__Secure-authjs.session-token";

/** Tokens in clear, so that a test may write any. */
const readable = (
  decode: (claims: unknown) => unknown = (claims) => claims,
): NonNullable<TestConfig["jwt"]> => ({
  encode: ({ token }) => JSON.stringify(token),
  // @ts-expect-error an application in JavaScript may give anything
  decode: ({ token = "" }) => decode(JSON.parse(token)),
});

describe.each(strategies)(
  "U. session cookies nobody can have been given, strategy %s",
  (strategy) => {
    it.each([
      ["a null character", "abc%00def"],
      ["a null character alone", "%00"],
      ["a line break", "abc%0Adef"],
      ["half a surrogate pair", "%ED%A0%80"],
      ["a delete", "abc%7F"],
    ])(
      "U04 %s: nobody, with 200; the cookie is cleared, and no store is asked",
      async (_, value) => {
        const asked: string[] = [];
        const { adapter } = world("database");
        const noting = (token: string) => {
          asked.push(token);
          return Promise.resolve(null);
        };
        const watching = { ...adapter, getSessionAndUser: noting, deleteSession: noting };
        const { config, browser } = world(strategy, {
          ...(strategy === "database" && { adapter: watching }),
        });
        const ours = browser();
        const send = async (method: string, route: string) => {
          const headers = { cookie: `${name}=${value}` };
          return Auth(new Request(ours.url(route), { method, headers }), config);
        };
        const response = await send("GET", "session");
        expect([response.status, await response.json()]).toEqual([200, null]);
        expect(cookieNamesOf(response)).toEqual([name]);
        // What is no percent-encoding is a text like any other.
        expect(asked.filter((token) => !token.includes("%"))).toEqual([]);
      },
    );

    it("U04 signing in and out with one works as without", async () => {
      const { browser, store } = world(strategy);
      const ours = browser();
      ours.plant(name, "abc\u0000def");
      await ours.signOut();
      expect(ours.sessionCookies()).toEqual([]);
      ours.plant(name, "abc\u0000def");
      await ours.signIn(adasForm);
      expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
      expect(store.sessions.size).toBe(strategy === "database" ? 1 : 0);
    });
  },
);

describe("U. tokens of the application's own making", () => {
  it.each<[string, unknown]>([
    ["a text", "ada"],
    ["a number", 7],
    ["true", true],
    ["a list", [{ sub: "1" }]],
    ["undefined", undefined],
    ["null", null],
  ])("U05 a decode that gives %s is nobody", async (_, given) => {
    const { browser, log } = world("jwt", { jwt: readable(() => given) });
    const ours = browser();
    await ours.signIn(adasForm);
    const response = await ours.get("session");
    expect([response.status, await response.json()]).toEqual([200, null]);
    expect(ours.sessionCookies()).toEqual([]);
    expect(log.codes("error")).toEqual([]);
  });

  it.each<[unknown, string | undefined]>([
    ["7", "7"],
    [7, "7"],
    [0, "0"],
    [7n, "7"],
    [NaN, undefined],
    ["", undefined],
    [null, undefined],
    [{ id: 7 }, undefined],
    [["7"], undefined],
    [true, undefined],
  ])("U06 a sub of %s is the text %s, whoever gave it", async (sub, expected) => {
    const seen: unknown[] = [];
    const session: NonNullable<TestConfig["callbacks"]>["session"] = ({ session, token }) => {
      seen.push(token.sub);
      return session;
    };
    const give = (claims: unknown) => Object.assign({}, claims, { sub });
    const decoded = world("jwt", { jwt: readable(give), callbacks: { session } }).browser();
    await decoded.signIn(adasForm);
    await decoded.session();
    const returned = world("jwt", {
      // @ts-expect-error an application in JavaScript may give anything
      callbacks: { session, jwt: ({ token }) => give(token) },
    }).browser();
    await returned.signIn(adasForm);
    await returned.session();
    await returned.session();
    expect(seen).toEqual([expected, expected, expected]);
  });

  it.each([NaN, Infinity, "9999999999", null, {}])("U07 an exp of %s never lasts", async (exp) => {
    const give = (claims: unknown) => Object.assign({}, claims, { exp });
    const ours = world("jwt", { jwt: readable(give) }).browser();
    await ours.signIn(adasForm);
    expect(await ours.session()).toBeNull();
  });
});

describe("U. what one request changes, no other undoes", () => {
  const config = (): Partial<TestConfig> => ({
    callbacks: {
      jwt: async ({ token, trigger, session }) => {
        // As long as it takes to ask a database, so that requests overlap.
        await new Promise((wake) => setTimeout(wake, 10));
        return trigger === "update" && isRecord(session) ? { ...token, ...session } : token;
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { name: token.name ?? null, theme: token["theme"], size: token["size"] },
      }),
    },
  });

  it("U08 two updates at once are both kept", async () => {
    const ours = world("jwt", config()).browser();
    await ours.signIn(adasForm);
    const csrfToken = await ours.csrfToken();
    await Promise.all([
      ours.postJson("session", { csrfToken, data: { theme: "dark" } }),
      ours.postJson("session", { csrfToken, data: { size: 12 } }),
    ]);
    expect(await ours.session()).toMatchObject({ user: { theme: "dark", size: 12 } });
  });

  it("U08 an update is not undone by a read that renews the same token and answers later", async () => {
    const ours = world("jwt", config()).browser();
    await ours.signIn(adasForm);
    clock.pass(2 * day);
    const csrfToken = await ours.csrfToken();
    const slow = ours.copy();
    // Both began with the old token; the one that only reads arrives last.
    const late = await slow.get("session");
    await ours.postJson("session", { csrfToken, data: { theme: "dark" } });
    ours.keep(late);
    expect(await ours.session()).toMatchObject({ user: { theme: "dark" } });
    // And the browser has it again by then.
    const elsewhere = ours.copy();
    expect(await elsewhere.session()).toMatchObject({ user: { theme: "dark" } });
  });

  it("U08 reads that overlap with an update neither lose nor repeat it", async () => {
    const ours = world("jwt", config()).browser();
    await ours.signIn(adasForm);
    clock.pass(2 * day);
    const csrfToken = await ours.csrfToken();
    const reads = [1, 2, 3, 4].map(() => ours.get("session"));
    const update = ours.postJson("session", { csrfToken, data: { theme: "dark" } });
    await Promise.all([...reads, update, ...[1, 2].map(() => ours.get("session"))]);
    expect(await ours.session()).toMatchObject({ user: { theme: "dark" } });
  });

  it("U08 reads at once that renew one token send one and the same", async () => {
    const ours = world("jwt").browser();
    await ours.signIn(adasForm);
    clock.pass(2 * day);
    const responses = await Promise.all([1, 2, 3].map(() => ours.get("session")));
    const lines = responses.flatMap((response) => response.headers.getSetCookie());
    expect(lines).toHaveLength(3);
    expect(new Set(lines).size).toBe(1);
  });

  it("U08 nor where every request has a configuration object of its own", async () => {
    const { config: whole } = world("jwt", config());
    const browser = new Browser(whole);
    await browser.signIn(adasForm);
    const old = browser.copy();
    await browser.update({ theme: "dark" });
    const headers = { cookie: old.cookieHeader() };
    const request = new Request(old.url("session"), { headers });
    const response = await Auth(request, { ...whole });
    expect(await response.json()).toMatchObject({ user: { theme: "dark" } });
  });

  it("U08 tokens of the application's own making, which may be the same for two, do not follow each other", async () => {
    const { browser } = world("jwt", { ...config(), jwt: readable() });
    const [one, two] = [browser(), browser()];
    await one.signIn(adasForm);
    await two.signIn(adasForm);
    expect(one.sessionToken()).toBe(two.sessionToken());
    await one.update({ theme: "dark" });
    expect(await one.session()).toMatchObject({ user: { theme: "dark" } });
    expect(await two.session()).not.toHaveProperty("user.theme");
  });

  it("U08 a token that was replaced is still of the same person, and of nobody else", async () => {
    const { browser } = world("jwt", config());
    const [ours, theirs] = [browser(), browser()];
    await ours.signIn(adasForm);
    await theirs.signIn({ ...adasForm, username: "grace" });
    const old = ours.copy();
    await ours.update({ theme: "dark" });
    expect(await old.session()).toMatchObject({ user: { name: "Ada", theme: "dark" } });
    expect(await theirs.session()).toMatchObject({ user: { name: "Grace" } });
    expect(await theirs.session()).not.toHaveProperty("user.theme");
  });
});

describe("U. the picture after an update", () => {
  it.each<[string, (token: Record<string, unknown>) => void, string | null]>([
    ["image", (token) => void (token["image"] = "new"), "new"],
    ["picture", (token) => void (token["picture"] = "new"), "new"],
    ["picture to null", (token) => void (token["picture"] = null), null],
    ["image to null", (token) => void (token["image"] = null), null],
  ])(
    "U09 a callback that changes %s is heard at once, and at the next read",
    async (_, change, expected) => {
      const seen: unknown[] = [];
      const ours = world("jwt", {
        callbacks: {
          jwt: ({ token, trigger }) => {
            if (trigger === "update") change(token);
            return token;
          },
          session: ({ session, token }) => {
            seen.push([token.picture, token.image]);
            return session;
          },
        },
      }).browser();
      await ours.signIn(adasForm);
      expect(await (await ours.update({})).json()).toHaveProperty("user.image", expected);
      expect(await ours.session()).toHaveProperty("user.image", expected);
      expect(seen).toEqual([
        [expected, expected],
        [expected, expected],
      ]);
    },
  );
});
