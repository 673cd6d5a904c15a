import Passkey from "latchkey/providers/passkey";
import { describe, expect, it } from "vitest";
import { passkeyWorld, Person, type PasskeyWorld } from "../support/authenticator-world.js";
import { isRecord, parseObject } from "../../src/core/values/json.js";
import { base64url, member, type Twist } from "../support/authenticator.js";
import { cookieNamesOf, location, sessionCookiesSet } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { adasForm, strategies } from "../support/config.js";

const ada = "ada@example.org";
const grace = "grace@example.org";

/** What a failed attempt must leave as it was. */
function rows({ store }: PasskeyWorld) {
  return {
    users: [...store.users],
    accounts: [...store.accounts],
    sessions: [...store.sessions],
    authenticators: [...store.authenticators],
  };
}

/** Ada has a passkey and is signed out. */
async function withAda(strategy: "jwt" | "database", overrides = {}) {
  const world = passkeyWorld(strategy, overrides);
  const user = world.person();
  await user.register(ada);
  await user.signOut();
  return { world, user, before: rows(world) };
}

function refused(response: Response, error = "WebAuthnVerificationError"): void {
  expect(new URL(location(response)).searchParams.get("error")).toBe(error);
  expect(sessionCookiesSet(response)).toEqual([]);
}

/** Why the log says that sign-ins were refused. */
function reasonsOf({ log }: PasskeyWorld): string {
  const errors = log.errors("WebAuthnVerificationError");
  return errors.map((error) => `${error.message} ${String(member(error.cause, "err"))}`).join();
}

describe.each(strategies)("WebAuthn under attack, strategy %s", (strategy) => {
  const wrong: [string, Twist, RegExp][] = [
    ["a wrong type", { type: "webauthn.other" }, /response type/],
    [
      "a wrong challenge",
      { challenge: base64url(new Uint8Array(32)) },
      /issued to another browser/,
    ],
    ["a wrong origin", { origin: "https://evil.test" }, /response origin/],
    ["a wrong rpIdHash", { rpId: "evil.test" }, /RP ID/],
    ["no user presence", { absent: true }, /not present/],
    ["no user verification", { unverified: true }, /could not be verified/],
    ["a frame of another site around it", { crossOrigin: true }, /inside a page of another/],
  ];
  const wrongSignature: typeof wrong = [
    ["a bad signature", { badSignature: true }, /signature/i],
    ["a signature of another key", { foreignKey: true }, /signature/i],
  ];
  it.each([...wrong, ...wrongSignature])(
    "K01 refuses an assertion with %s",
    async (_, twist, reason) => {
      const { world, user, before } = await withAda(strategy);
      refused(await user.authenticate({}, twist));
      expect(reasonsOf(world)).toMatch(reason);
      expect(await user.who()).toBeNull();
      expect(rows(world)).toEqual(before);
    },
  );

  it.each(wrong)("K01 refuses a new credential with %s", async (_, twist, reason) => {
    const world = passkeyWorld(strategy);
    refused(await world.person().register(ada, twist));
    expect(reasonsOf(world)).toMatch(reason);
    expect(Object.values(rows(world)).flat()).toEqual([]);
  });

  it("K02 refuses a challenge that was used, even by a browser that kept the cookie", async () => {
    const { world, user } = await withAda(strategy);
    const { options } = await user.options();
    const copy = new Person(world.config, {
      browser: user.browser.copy(),
      authenticator: user.authenticator,
    });
    const response = await user.post("authenticate", await user.authenticator.get(options));
    expect(sessionCookiesSet(response)).not.toEqual([]);
    refused(await copy.post("authenticate", await copy.authenticator.get(options)));
    expect(world.log.errors("WebAuthnVerificationError").at(-1)?.message).toContain("already");
  });

  it("K02 uses a challenge up also when it fails, and clears its cookie", async () => {
    const { user } = await withAda(strategy);
    const { options } = await user.options();
    const bad = await user.authenticator.get(options, { badSignature: true });
    const response = await user.post("authenticate", bad);
    refused(response);
    expect(cookieNamesOf(response).some((name) => name.includes("challenge"))).toBe(true);
    expect(user.browser.cookieNames().filter((name) => name.includes("challenge"))).toEqual([]);
    refused(await user.post("authenticate", await user.authenticator.get(options)));
  });

  it("K02 refuses a challenge of another browser", async () => {
    const { world, user } = await withAda(strategy);
    const { options } = await world.person().options();
    refused(await user.post("authenticate", await user.authenticator.get(options)));
  });

  it("K03 refuses a registration challenge for authentication, and the reverse", async () => {
    const { world, user, before } = await withAda(strategy);
    const registration = await user.options({ action: "register", email: grace });
    const rpId = member(member(registration.options, "rp"), "id");
    const asRequest = { challenge: member(registration.options, "challenge"), rpId };
    refused(await user.post("authenticate", await user.authenticator.get(asRequest)));

    const authentication = await user.options();
    const challenge = member(authentication.options, "challenge");
    const handle = base64url(new Uint8Array(32));
    const asCreation = { challenge, rp: { id: rpId }, user: { id: handle } };
    refused(await user.post("register", await user.authenticator.create(asCreation)));
    expect(rows(world)).toEqual(before);
  });

  it("K03 refuses the challenge of another provider", async () => {
    const other = Passkey({ id: "other", enableConditionalUI: false });
    const { world, user } = await withAda(strategy, { providers: [Passkey(), other] });
    const browser = user.browser;
    const elsewhere = new Person(world.config, { provider: "other", browser });
    const { options } = await elsewhere.options();
    refused(await user.post("authenticate", await user.authenticator.get(options)));
  });

  it("K03 refuses a credential that was registered with another provider", async () => {
    const other = Passkey({ id: "other", enableConditionalUI: false });
    const { world, user, before } = await withAda(strategy, { providers: [Passkey(), other] });
    const { authenticator, browser } = user;
    const elsewhere = new Person(world.config, { provider: "other", browser, authenticator });
    refused(await elsewhere.authenticate());
    expect(rows(world)).toEqual(before);
  });

  it("K04 refuses Grace's passkey in a sign-in that was begun for Ada", async () => {
    const { world } = await withAda(strategy);
    const other = world.person();
    await other.register(grace);
    await other.signOut();
    const before = rows(world);
    refused(await other.authenticate({ email: ada }));
    expect(rows(world)).toEqual(before);
    await other.authenticate({ email: grace });
    expect(await other.who()).toBe(grace);
  });

  it("K04 refuses Grace's passkey where Ada is signed in and asked for hers", async () => {
    const { world, user } = await withAda(strategy);
    const other = world.person();
    await other.register(grace);
    await user.authenticate();
    const mixed = new Person(world.config, {
      browser: user.browser,
      authenticator: other.authenticator,
    });
    refused(await mixed.authenticate());
    expect(await user.who()).toBe(ada);
  });

  it.each([null, "", base64url(new Uint8Array(32)), 1])(
    "K05 refuses the user handle %j where nobody was named",
    async (userHandle) => {
      const { world, user, before } = await withAda(strategy);
      const { options } = await user.options();
      const honest = parseObject(await user.authenticator.get(options)) ?? {};
      const response = isRecord(honest["response"]) ? honest["response"] : {};
      const data = JSON.stringify({ ...honest, response: { ...response, userHandle } });
      refused(await user.post("authenticate", data));
      expect(rows(world)).toEqual(before);
    },
  );

  it("K05 refuses a wrong user handle also where somebody was named", async () => {
    const { user } = await withAda(strategy);
    refused(await user.authenticate({ email: ada }, { userHandle: base64url(new Uint8Array(32)) }));
  });

  it.each([0, 4, 5])("K06 refuses counter %i when 5 is stored, and keeps 5", async (counter) => {
    const { world, user } = await withAda(strategy);
    await user.authenticate({}, { counter: 5 });
    await user.signOut();
    refused(await user.authenticate({}, { counter }));
    expect([...world.store.authenticators.values()].map((row) => row.counter)).toEqual([5]);
  });

  it("K06 lets only one of two copies of an authenticator through at the same time", async () => {
    const { world, user } = await withAda(strategy);
    const people = [1, 2, 3].map(
      () => new Person(world.config, { authenticator: user.authenticator }),
    );
    const responses = await Promise.all(
      people.map((person) => person.authenticate({}, { counter: 7 })),
    );
    expect(responses.map((response) => sessionCookiesSet(response).length).sort()).toEqual([
      0, 0, 1,
    ]);
  });

  it("K07 refuses a credential id that is registered, and creates no user", async () => {
    const { world, user, before } = await withAda(strategy);
    const credentialId = Buffer.from(user.authenticator.credentials[0]?.id ?? "", "base64url");
    refused(await world.person().register(grace, { credentialId }), "AccountNotLinked");
    expect(rows(world)).toEqual(before);
  });

  it("K07 refuses it also for two newcomers at the same time", async () => {
    const world = passkeyWorld(strategy);
    const credentialId = crypto.getRandomValues(new Uint8Array(16));
    await Promise.all(
      [ada, grace].map((email) => world.person().register(email, { credentialId })),
    );
    expect([world.store.users.size, world.store.accounts.size]).toEqual([1, 1]);
  });

  it.each([
    ["false", () => false, "AccessDenied"],
    ["an error", () => Promise.reject(new Error("no")), "AccessDenied"],
    ["a string", () => "/stop", null],
  ])(
    "K08 %s of the signIn callback denies before anything is written",
    async (_, signIn, error) => {
      const { user, world: allowed } = await withAda(strategy);
      const before = rows(allowed);
      const config = { ...allowed.config, callbacks: { signIn } };
      const same = new Person(config, { authenticator: user.authenticator });
      for (const attempt of [() => same.authenticate(), () => same.register(grace)]) {
        const response = await attempt();
        const target = new URL(location(response));
        expect(target.searchParams.get("error")).toBe(error);
        if (error === null) expect(target.pathname).toBe("/stop");
        expect(sessionCookiesSet(response)).toEqual([]);
      }
      expect(rows(allowed)).toEqual(before);
    },
  );

  it.each(["with transactions", "without"])(
    "K09 leaves nothing behind when the authenticator can't be stored, %s",
    async (kind) => {
      const world = passkeyWorld(strategy, {}, ({ transaction, ...adapter }) => {
        const createAuthenticator = () => Promise.reject(new Error("disk full"));
        const broken = { ...adapter, createAuthenticator };
        if (kind === "without") return broken;
        return {
          ...broken,
          transaction: (work) => transaction((inner) => work({ ...inner, createAuthenticator })),
        };
      });
      refused(await world.person().register(ada), "Configuration");
      expect(Object.values(rows(world)).flat()).toEqual([]);
    },
  );

  it("K09 signs nobody in when the counter can't be stored", async () => {
    const world = passkeyWorld(strategy, {}, (adapter) => ({
      ...adapter,
      updateAuthenticatorCounter: () => Promise.reject(new Error("disk full")),
    }));
    const user = world.person();
    await user.register(ada);
    await user.signOut();
    refused(await user.authenticate(), "Configuration");
    expect(await user.who()).toBeNull();
    expect(world.store.sessions.size).toBe(0);
  });

  it.each(["authenticate", "register", ""])(
    "K10 answers known and unknown addresses alike, action %j",
    async (action) => {
      const calls: string[] = [];
      const log = {
        debug: (code: string) => void calls.push(code),
        warn: () => {},
        error: () => {},
      };
      const { world } = await withAda(strategy, { logger: log });
      const seen = [];
      for (const email of [ada, "axa@example.org"]) {
        calls.length = 0;
        const visitor = world.person();
        const query = { email, ...(action && { action }) };
        const { status, body } = await visitor.options(query);
        const text = JSON.stringify(body).replaceAll(email, "EMAIL");
        const [cookie = ""] = visitor.browser.cookieNames();
        seen.push({
          status,
          shape: text.replace(/"(challenge|id)":"[\w-]{43}"/g, '"$1":"RANDOM"'),
          adapterCalls: [...calls],
          cookieLength: visitor.browser.cookie(cookie)?.length,
        });
        expect(member(member(body, "options"), "allowCredentials") ?? []).toEqual([]);
        expect(member(member(body, "options"), "excludeCredentials") ?? []).toEqual([]);
      }
      expect(seen[0]).toEqual(seen[1]);
      expect(seen[0]?.adapterCalls).toEqual([]);
    },
  );

  it("K10 registers nobody under the address of a user, whose account stays as it was", async () => {
    const { world, before } = await withAda(strategy);
    refused(await world.person().register(ada), "AccountNotLinked");
    expect(rows(world)).toEqual(before);
  });

  it("K10 also where the application's getUserInfo says that somebody exists", async () => {
    const known = { email: ada, name: "Ada Lovelace", id: "1" };
    const provider = Passkey({
      getUserInfo: (_, { query }) =>
        query["email"] === ada
          ? { user: known, exists: true }
          : { user: { email: query["email"] ?? "" }, exists: false },
    });
    const world = passkeyWorld(strategy, { providers: [provider] });
    const seen = [];
    for (const email of [ada, "axa@example.org"]) {
      const visitor = world.person();
      const { options } = await visitor.options({ action: "register", email });
      const user = member(options, "user");
      const shown = [member(user, "name"), member(user, "displayName")];
      const [cookie = ""] = visitor.browser.cookieNames();
      const length = visitor.browser.cookie(cookie)?.length;
      seen.push(JSON.stringify({ shown, length }).replaceAll(email, "EMAIL"));
    }
    expect(seen[0]).toBe(seen[1]);
    refused(await world.person().register(ada), "AccountNotLinked");
    expect(world.store.users.size).toBe(0);
  });

  const id = base64url(new Uint8Array(16));
  const clientDataJSON = base64url(new TextEncoder().encode("{}"));
  it.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["a JSON array", "[]"],
    ["a JSON text", '"x"'],
    ["almost 1 MiB", JSON.stringify({ id, response: { clientDataJSON: "A".repeat(1_040_000) } })],
    ["nested 10,000 deep", `{"id":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
    ["an id that is no base64url", JSON.stringify({ id: "a+b=", response: {} })],
    ["an id of 2 KiB", JSON.stringify({ id: "A".repeat(2048), response: {} })],
    ["no response", JSON.stringify({ id })],
    ["client data without a challenge", JSON.stringify({ id, response: { clientDataJSON } })],
    ["client data that is no text", JSON.stringify({ id, response: { clientDataJSON: "_w" } })],
    ["the prototype as a member", '{"id":"AAAA","__proto__":{"response":{}}}'],
  ])("K12 answers 400 to data that is %s", async (_, data) => {
    const { world, user, before } = await withAda(strategy);
    for (const action of ["authenticate", "register"]) {
      const response = await user.post(action, data);
      expect(response.status).toBe(400);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(rows(world)).toEqual(before);
  });

  it("K12 answers 413 to more than 1 MiB, and 400 to an action that does not exist", async () => {
    const { user } = await withAda(strategy);
    expect((await user.post("authenticate", "A".repeat(1_100_000))).status).toBe(413);
    expect((await user.post("remove", "{}")).status).toBe(400);
  });

  it.each([
    "https://app.test.evil.test",
    "https://app.test:444",
    "http://app.test",
    "https://APP.test",
    "https://app.test/",
    "https://app.test.",
    "null",
    "",
  ])("K13 refuses the origin %j", async (origin) => {
    const { world, user, before } = await withAda(strategy);
    refused(await user.authenticate({}, { origin }));
    refused(await world.person().register(grace, { origin }));
    expect(rows(world)).toEqual(before);
  });

  it("A11 refuses the callback without a CSRF token, and from a foreign origin", async () => {
    const { user, world, before } = await withAda(strategy);
    const { options } = await user.options();
    const fields = { action: "authenticate", data: await user.authenticator.get(options) };
    refused(await user.browser.post("callback/passkey", fields), "MissingCSRF");
    const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    refused(await user.browser.submit("callback/passkey", fields, { headers }), "MissingCSRF");
    expect(rows(world)).toEqual(before);
  });

  it("I09 registers for nobody when the session changed while the ceremony was under way", async () => {
    const { world, user } = await withAda(strategy);
    await user.authenticate();
    const { options } = await user.options({ action: "register" });
    await user.signOut();
    const before = rows(world);
    const data = await user.authenticator.create(options);
    refused(await user.post("register", data), "AccountNotLinked");
    expect(rows(world)).toEqual(before);
  });

  it("I08 links nothing to a user who signed in while a stranger's ceremony was under way", async () => {
    const { world, user } = await withAda(strategy);
    const { options } = await user.options({ action: "register", email: grace });
    const names = user.browser.cookieNames().filter((name) => name.includes("challenge"));
    const kept = names.map((name) => [name, user.browser.cookie(name) ?? ""] as const);
    await user.authenticate();
    for (const [name, value] of kept) user.browser.plant(name, value);
    const before = rows(world);
    const data = await user.authenticator.create(options);
    refused(await user.post("register", data), "AccountNotLinked");
    expect(rows(world)).toEqual(before);
  });
});

describe("the challenge in time", () => {
  const clock = useClock();

  it("K02 is good for as long as the browser asks, and not longer", async () => {
    const { user } = await withAda("database");
    for (const [seconds, isIn] of [
      [290, true],
      [320, false],
    ] as const) {
      const { options } = await user.options();
      const cookie = user.browser.cookieNames().find((name) => name.includes("challenge")) ?? "";
      const kept = user.browser.cookie(cookie) ?? "";
      clock.pass(seconds);
      user.browser.plant(cookie, kept);
      const response = await user.post("authenticate", await user.authenticator.get(options));
      expect(sessionCookiesSet(response).length > 0).toBe(isIn);
      await user.signOut();
    }
  });

  it("K02 keeps at most four challenges in a browser", async () => {
    const { user } = await withAda("database");
    for (let index = 0; index < 10; index++) await user.options();
    const names = user.browser.cookieNames().filter((name) => name.includes("challenge"));
    expect(names).toHaveLength(4);
  });
});

it("K08 a user who signs in with credentials can't be handed a stranger's passkey", async () => {
  const world = passkeyWorld("jwt");
  const user = world.person();
  await user.browser.signIn(adasForm);
  // Ada of the credentials provider isn't in the store, so there is nobody to link to.
  expect((await user.options({ action: "register" })).status).toBe(400);
});
