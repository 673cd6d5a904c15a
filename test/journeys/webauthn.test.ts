import Passkey from "latchkey/providers/passkey";
import WebAuthn from "latchkey/providers/webauthn";
import { describe, expect, it } from "vitest";
import { passkeyWorld, Person } from "../support/authenticator-world.js";
import { base64url, member, SoftAuthenticator } from "../support/authenticator.js";
import { location } from "../support/client.js";
import { strategies } from "../support/config.js";

const ada = "ada@example.org";

describe.each(strategies)("passkeys, strategy %s", (strategy) => {
  it("[SVC-1] signs a new user up with a passkey, and in with it afterwards", async () => {
    const { person, store } = passkeyWorld(strategy);
    const newcomer = person();
    expect(location(await newcomer.register(ada))).toBe("https://app.test");
    expect(await newcomer.who()).toBe(ada);
    await newcomer.signOut();
    expect(await newcomer.who()).toBeNull();
    expect(location(await newcomer.authenticate())).toBe("https://app.test");
    expect(await newcomer.who()).toBe(ada);
    expect(store.users.size).toBe(1);
  });

  it("[RES-11] stores the credential as base64, its transports joined, together with an account", async () => {
    const { person, store } = passkeyWorld(strategy);
    const newcomer = person();
    await newcomer.register(ada);
    const [row] = store.authenticators.values();
    const [account] = store.accounts.values();
    const [user] = store.users.values();
    const id = Buffer.from(newcomer.authenticator.credentials[0]?.id ?? "", "base64url");
    expect(row).toEqual({
      credentialID: id.toString("base64"),
      credentialPublicKey: row?.credentialPublicKey,
      counter: 1,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
      transports: "internal,hybrid",
      providerAccountId: account?.providerAccountId,
      userId: user?.id,
    });
    expect(row?.credentialPublicKey).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(account).toMatchObject({ provider: "passkey", type: "webauthn", userId: user?.id });
    expect(user).toMatchObject({ email: ada, emailVerified: null });
  });

  it("signs in with a username: the passkey must be that user's", async () => {
    const { person } = passkeyWorld(strategy);
    const user = person();
    await user.register(ada);
    await user.signOut();
    await user.authenticate({ email: "ADA@example.org " });
    expect(await user.who()).toBe(ada);
  });

  it("signs in with a username although the authenticator names nobody", async () => {
    const { person } = passkeyWorld(strategy);
    const user = person();
    await user.register(ada);
    await user.signOut();
    await user.authenticate({ email: ada }, { userHandle: null });
    expect(await user.who()).toBe(ada);
  });

  it("adds another passkey to the user who is signed in; each of them works", async () => {
    const { person, store, config } = passkeyWorld(strategy);
    const first = person();
    await first.register(ada);
    const second = new Person(config, { browser: first.browser });
    const { options } = await second.options({ action: "register", email: "else@example.org" });
    expect(member(member(options, "user"), "name")).toBe(ada);
    expect(member(options, "excludeCredentials")).toEqual([
      {
        id: first.authenticator.credentials[0]?.id,
        type: "public-key",
        transports: ["internal", "hybrid"],
      },
    ]);
    await second.post("register", await second.authenticator.create(options));
    expect([store.users.size, store.accounts.size, store.authenticators.size]).toEqual([1, 2, 2]);
    for (const one of [first, second]) {
      await first.signOut();
      await one.authenticate();
      expect(await one.who()).toBe(ada);
    }
  });

  it("asks the user who is signed in for one of their own passkeys", async () => {
    const { person } = passkeyWorld(strategy);
    const user = person();
    await user.register(ada);
    const { options } = await user.options({ action: "authenticate" });
    expect(member(options, "allowCredentials")).toHaveLength(1);
    const data = await user.authenticator.get(options, { userHandle: null });
    expect(location(await user.post("authenticate", data))).toBe("https://app.test");
  });

  it("tells events and callbacks what happened, once each", async () => {
    const told: string[] = [];
    const { person } = passkeyWorld(strategy, {
      pages: { newUser: "/welcome" },
      callbacks: {
        signIn: ({ user, account }) => {
          told.push(`may ${user.email ?? ""} ${account?.type ?? ""}`);
          return true;
        },
      },
      events: {
        createUser: () => void told.push("created"),
        linkAccount: ({ account }) => void told.push(`linked ${account.provider}`),
        signIn: ({ isNewUser }) => void told.push(`in ${String(isNewUser)}`),
      },
    });
    const user = person();
    const response = await user.register(ada);
    expect(new URL(location(response)).pathname).toBe("/welcome");
    expect(told).toEqual([`may ${ada} webauthn`, "created", "linked passkey", "in true"]);
    told.length = 0;
    await user.signOut();
    await user.authenticate();
    expect(told).toEqual([`may ${ada} webauthn`, "in false"]);
  });

  it("goes to the callbackUrl, also in JSON mode", async () => {
    const { person } = passkeyWorld(strategy);
    const user = person();
    const { options } = await user.options({ action: "register", email: ada });
    const data = await user.authenticator.create(options);
    const fields = { action: "register", data, callbackUrl: "/inbox" };
    const headers = { "x-auth-return-redirect": "1" };
    const response = await user.browser.submit("callback/passkey", fields, { headers });
    expect(await response.json()).toEqual({ url: "https://app.test/inbox" });
  });

  it("lets two tabs finish, each with its own challenge", async () => {
    const { person } = passkeyWorld(strategy);
    const user = person();
    await user.register(ada);
    await user.signOut();
    const [one] = [await user.options(), await user.options(), await user.options()];
    await user.post("authenticate", await user.authenticator.get(one.options));
    expect(await user.who()).toBe(ada);
    expect(user.browser.cookieNames().filter((name) => name.includes("challenge"))).toEqual([]);
  });

  it("counts sign-ins [ADP-6], and writes nothing for an authenticator that does not count", async () => {
    const { store, config } = passkeyWorld(strategy);
    const counting = new Person(config);
    await counting.register(ada);
    await counting.signOut();
    await counting.authenticate();
    expect([...store.authenticators.values()].map(({ counter }) => counter)).toEqual([2]);
    const still = new Person(config, {
      authenticator: new SoftAuthenticator("https://app.test", { counts: false }),
    });
    await still.register("grace@example.org");
    await still.signOut();
    await still.authenticate();
    expect(await still.who()).toBe("grace@example.org");
  });
});

describe("the options of a ceremony", () => {
  it.each([
    ["authenticate", {}, "authenticate"],
    ["authenticate", { email: ada }, "authenticate"],
    ["register", { email: ada }, "register"],
    ["register", { email: "new@example.org" }, "register"],
    ["register", {}, "Invalid request"],
    ["register", { email: "not an address" }, "Invalid request"],
    [undefined, {}, "authenticate"],
    [undefined, { email: ada }, "authenticate"],
    [undefined, { email: "new@example.org" }, "authenticate"],
    ["delete", {}, "Invalid action"],
  ])("action %s, not signed in, %j: %s", async (action, query, decision) => {
    const { person } = passkeyWorld("jwt");
    await person().register(ada);
    const { status, body } = await person().options({ ...(action && { action }), ...query });
    const isError = decision.startsWith("Invalid");
    expect(status).toBe(isError ? 400 : 200);
    expect(body).toMatchObject(isError ? { error: decision } : { action: decision });
  });

  it.each([
    ["authenticate", 200],
    ["register", 200],
    [undefined, 400],
  ])("action %s, signed in: %i", async (action, status) => {
    const { person } = passkeyWorld("jwt");
    const user = person();
    await user.register(ada);
    expect((await user.options({ ...(action && { action }) })).status).toBe(status);
  });

  it("has the shape that browsers read", async () => {
    const { person } = passkeyWorld("jwt");
    const { options } = await person().options({ action: "register", email: ada });
    expect(options).toMatchObject({
      rp: { id: "app.test", name: "app.test" },
      user: { name: ada, displayName: ada },
      attestation: "none",
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      extensions: { credProps: true },
    });
    expect(member(member(options, "user"), "id")).toMatch(/^[\w-]{43}$/);
    const algorithms = member(options, "pubKeyCredParams");
    expect(JSON.stringify(algorithms)).toContain("-7");
  });

  it("answers errors as JSON, and says nothing to other sites", async () => {
    const { person, log } = passkeyWorld("jwt");
    const { browser } = person();
    const wrong = await browser.get("webauthn-options/people");
    expect([wrong.status, await wrong.json()]).toEqual([400, { error: "Invalid provider" }]);
    expect(log.codes("error")).toEqual(["InvalidProvider"]);
    const headers = { "sec-fetch-site": "cross-site" };
    const foreign = await browser.get("webauthn-options/passkey", { headers });
    expect(foreign.status).toBe(400);
    expect(foreign.headers.getSetCookie()).toEqual([]);
  });

  it("asks for what is required: the provider webauthn can be told to want less", async () => {
    const lax = WebAuthn({
      verifyAuthenticationOptions: { requireUserVerification: false },
      verifyRegistrationOptions: { requireUserVerification: false },
    });
    const { config } = passkeyWorld("jwt", { providers: [lax] });
    const user = new Person(config, { provider: "webauthn" });
    const { options } = await user.options();
    expect(member(options, "userVerification")).toBe("preferred");
    await user.register(ada, { unverified: true });
    expect(await user.who()).toBe(ada);
    await user.signOut();
    await user.authenticate({}, { unverified: true });
    expect(await user.who()).toBe(ada);
  });

  it("takes the relying party from the provider, and the first of a list", async () => {
    const origin = ["https://login.app.test/", "https://app.test"];
    const named = Passkey({ relayingParty: { id: ["app.test"], name: "My app", origin } });
    const { config } = passkeyWorld("jwt", { providers: [named] });
    const authenticator = new SoftAuthenticator("https://login.app.test");
    const user = new Person(config, { authenticator });
    const { options } = await user.options({ action: "register", email: ada });
    expect(member(options, "rp")).toEqual({ id: "app.test", name: "My app" });
    await user.post("register", await authenticator.create(options));
    expect(await user.who()).toBe(ada);
  });

  it("asks getRelayingParty and getUserInfo of the provider, which see the request", async () => {
    const own = Passkey({
      getRelayingParty: ({ url, provider }) => ({
        id: "app.test",
        name: `${provider.id} at ${url.host}${url.pathname}`,
        origin: "https://app.test",
      }),
      getUserInfo: ({ adapter }, { query }) =>
        typeof adapter.getUserByEmail === "function" && query["nick"]
          ? { user: { email: `${query["nick"]}@example.org`, name: "Ada L." }, exists: false }
          : null,
    });
    const { config, store } = passkeyWorld("jwt", { providers: [own] });
    const user = new Person(config);
    const { options } = await user.options({ action: "register", nick: "ada" });
    expect(member(options, "rp")).toEqual({ id: "app.test", name: "passkey at app.test/auth" });
    await user.post("register", await user.authenticator.create(options));
    expect([...store.users.values()]).toMatchObject([{ email: ada, name: "Ada L." }]);
    expect((await user.options({ action: "register" })).status).toBe(200);
    expect((await new Person(config).options({ action: "register" })).status).toBe(400);
  });

  it("reads passkeys that other software registered, whose user handles nobody stored", async () => {
    const { config, store } = passkeyWorld("jwt");
    const user = new Person(config);
    await user.register(ada);
    await user.signOut();
    const [row] = store.authenticators.values();
    const [account] = store.accounts.values();
    if (!row || !account) throw new Error("Nothing was stored.");
    const providerAccountId = row.credentialID;
    store.authenticators.set(row.credentialID, { ...row, providerAccountId });
    store.accounts.clear();
    store.accounts.set(JSON.stringify(["passkey", providerAccountId]), {
      ...account,
      providerAccountId,
    });
    await user.authenticate({}, { userHandle: base64url(new Uint8Array(64)) });
    expect(await user.who()).toBe(ada);
  });
});
