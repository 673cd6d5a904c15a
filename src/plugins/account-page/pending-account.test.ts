import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { now, proof } from "../../../test/support/sign-in-world.js";
import { createStore } from "../../core/config/adapter.js";
import { CookieJar } from "../../core/cookies/jar.js";
import { createKeyRing } from "../../core/crypto/keys.js";
import { openToken, sealToken } from "../../core/crypto/token.js";
import type { Verified } from "../../core/flow.js";
import { memoryState } from "../../core/state/memory.js";
import { createState } from "../../core/state/state.js";
import type { Authenticator } from "../../types/adapter.js";
import {
  forgetPending,
  hasPending,
  isPendingFor,
  keepRefused,
  pendingLasts,
  questionUrl,
  readPending,
} from "./pending-account.js";

const keys = createKeyRing(["a secret of accounts that wait"]);
const site = { origin: "https://app.test", basePath: "/auth" };
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const name = "__Host-latchkey.account-page.pending";
const purpose = "latchkey.plugin.account-page.pending";
const anyText: unknown = expect.any(String);

const passkey: Authenticator = {
  providerAccountId: "k1",
  credentialID: "k1",
  credentialPublicKey: "public",
  counter: 3,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
  transports: "internal",
};
const atPasskey = { provider: "passkey", providerAccountId: "k1", type: "webauthn" } as const;
const ofPasskey = proof("account-only", { account: atPasskey, passkey });

const state = createState(memoryState(), { logger: silent, timeout: 1000 });

const contextOf = (jar: CookieJar, at = now) => {
  const rows = createMemoryStore();
  rows.users.set("1", { id: "1", email: "ada@example.org", emailVerified: null });
  rows.emails.set("ada@example.org", "1");
  const store = createStore(MemoryAdapter(rows), { logger: silent, timeout: 1000 });
  return { jar, keys, secure: true, now: at, store, state };
};

/** The browser after an account was refused there. */
async function kept(verified: Verified) {
  const jar = new CookieJar(null);
  const isKept = await keepRefused(contextOf(jar), verified);
  const changes = jar.changes();
  const header = changes.map((one) => `${one.name}=${one.value}`).join("; ");
  return { isKept, changes, header };
}

const readFrom = (header: string, at = now) => readPending(contextOf(new CookieJar(header), at));

/** The browser with a token that says this. */
async function holding(claims: object, salt = purpose) {
  const token = await sealToken(keys, { salt, claims, maxAge: pendingLasts, now });
  return `${name}=${token}`;
}

const whole = {
  owner: "1",
  provider: "idp",
  providerAccountId: "7",
  type: "oidc",
  trust: "linked-email",
  vouched: true,
  tokens: { access_token: "t", expires_at: 5, odd: { a: 1 }, none: null },
  user: { id: "u", name: "Ada", email: "ada@example.org", image: "i" },
};

describe("an account that was refused for its address", () => {
  it("waits for ten minutes, in a cookie that ends with its token", async () => {
    const { storedTokens: _, ...plain } = ofPasskey;
    const { isKept, changes } = await kept(plain);
    expect(isKept).toBe(true);
    expect(changes).toMatchObject([{ name, options: { maxAge: 600 } }]);
    const token = changes[0]?.value ?? "";
    const opened = await openToken(keys, { salt: purpose, token, now });
    expect(opened).toMatchObject({ ok: true, claims: { owner: "1", exp: now / 1000 + 600 } });
  });

  it("is read again as it was proven, and whose address it has", async () => {
    const user = { id: "7", name: "Ada", email: "ada@example.org", image: "i" };
    const { header } = await kept(proof("account-only", { user, vouched: true }));
    const pending = await readFrom(header);
    expect(pending).toStrictEqual({
      id: anyText,
      owner: "1",
      verified: {
        kind: "verified",
        user,
        account: {
          provider: "idp",
          providerAccountId: "at-provider",
          type: "oauth",
          access_token: "t",
        },
        trust: "account-only",
        vouched: true,
        storedTokens: { access_token: "t" },
      },
    });
  });

  it("is not vouched for, and has no tokens, where nobody said so", async () => {
    const { storedTokens: _, ...verified } = proof("linked-email");
    const { header } = await kept(verified);
    expect(await readFrom(header)).toMatchObject({
      verified: { vouched: false, storedTokens: {}, trust: "linked-email" },
    });
  });

  it("waits with its tokens, however long, and none of them is in the cookie", async () => {
    for (const length of [1, 20_000]) {
      const access_token = "x".repeat(length);
      const { header } = await kept(proof("account-only", { storedTokens: { access_token } }));
      expect(header.length).toBeLessThan(600);
      expect((await readFrom(header))?.verified.storedTokens).toEqual({ access_token });
    }
  });

  it("may be a passkey that was made just now, which is written with it", async () => {
    const { header } = await kept(ofPasskey);
    const pending = await readFrom(header);
    expect(pending?.verified).toMatchObject({ account: atPasskey, passkey });
    const context = contextOf(new CookieJar(null));
    await pending?.verified.alongside?.(context.store, "1");
    expect(await context.store.listAuthenticatorsByUserId("1")).toEqual([
      { ...passkey, userId: "1" },
    ]);
  });

  it.each<[string, Verified]>([
    ["without an address", proof("account-only", { user: { id: "x" } })],
    ["with an address of nobody", proof("account-only", { user: { id: "x", email: "b@b.test" } })],
    ["of a passkey that is not new", proof("account-only", { account: atPasskey })],
    [
      "of a mail",
      proof("email-owner", {
        account: { provider: "mail", providerAccountId: "ada@example.org", type: "email" },
      }),
    ],
    [
      "of credentials",
      proof("none", { account: { provider: "c", providerAccountId: "1", type: "credentials" } }),
    ],
    [
      "that is written with something else",
      proof("account-only", { alongside: () => Promise.resolve() }),
    ],
  ])("%s does not wait", async (_, verified) => {
    expect(await kept(verified)).toMatchObject({ isKept: false, changes: [] });
  });

  it("of a provider of OpenID waits as well", async () => {
    const account = { provider: "idp", providerAccountId: "7", type: "oidc" } as const;
    expect(await kept(proof("account-only", { account }))).toMatchObject({ isKept: true });
  });
});

describe("what waits in a browser", () => {
  it("is read whole", async () => {
    expect(await readFrom(await holding(whole))).toStrictEqual({
      id: anyText,
      owner: "1",
      verified: {
        kind: "verified",
        user: { id: "u", name: "Ada", email: "ada@example.org", image: "i" },
        account: {
          provider: "idp",
          providerAccountId: "7",
          type: "oidc",
          access_token: "t",
          expires_at: 5,
        },
        trust: "linked-email",
        vouched: true,
        storedTokens: { access_token: "t", expires_at: 5 },
      },
    });
  });

  it("has nobody in it, and no tokens, where it says nothing of them", async () => {
    const nothing = { ...whole, user: 7, tokens: "none", vouched: "yes" };
    const pending = await readFrom(await holding(nothing));
    expect(pending?.verified).toMatchObject({ vouched: false, storedTokens: {} });
    expect(pending?.verified.user).toStrictEqual({ name: null, email: null, image: null });
    const odd = await readFrom(await holding({ ...whole, user: { id: 7, name: {}, email: [] } }));
    expect(odd?.verified.user).toStrictEqual({ name: null, email: null, image: null });
  });

  it.each([
    { owner: 1 },
    { provider: undefined },
    { providerAccountId: 7 },
    { type: "email" },
    { type: "credentials" },
    { type: "webauthn" },
    { trust: "none" },
    { trust: "email-owner" },
    { passkey },
    { type: "webauthn", passkey: { ...passkey, counter: "3" } },
  ])("is nothing with %j", async (change) => {
    expect(await readFrom(await holding({ ...whole, ...change }))).toBeNull();
  });

  it.each([{ type: "oauth" }, { type: "webauthn", passkey }, { trust: "account-only" }])(
    "is something with %j",
    async (change) => {
      expect(await readFrom(await holding({ ...whole, ...change }))).not.toBeNull();
    },
  );

  it("is nothing without an id, by which it is used once", async () => {
    const [key] = await keys.tokenKeys(purpose);
    if (!key) throw new Error("There is a secret.");
    const text = JSON.stringify({ ...whole, exp: now / 1000 + 60 });
    const token = await keys.backend.encrypt(key.key, key.header, text);
    expect(await readFrom(`${name}=${token}`)).toBeNull();
  });

  it("is nothing of another purpose, after its time, or not there", async () => {
    expect(await readFrom(await holding(whole, "another purpose"))).toBeNull();
    expect(await readFrom(await holding(whole), now + 660_000)).toBeNull();
    expect(await readFrom("")).toBeNull();
    expect(await readFrom(`${name}=x`)).toBeNull();
  });

  it.each([
    [`${name}=x`, true],
    [`${name}x=1`, false],
    ["a=1", false],
    ["", false],
  ])("with %j: %s", (header, has) => {
    expect(hasPending({ jar: new CookieJar(header), secure: true })).toBe(has);
  });

  it("is forgotten in all its parts", () => {
    const jar = new CookieJar(`${name}.0=x; ${name}.1=y`);
    forgetPending({ jar, secure: true });
    expect(jar.changes().map((one) => [one.name, one.value])).toEqual([
      [`${name}.0`, ""],
      [`${name}.1`, ""],
    ]);
  });
});

describe("the question whose it is", () => {
  it("is for whoever has the address", async () => {
    const { header } = await kept(proof("account-only"));
    const jar = new CookieJar(header);
    expect(await isPendingFor(contextOf(jar), "1")).toBe(true);
    expect(jar.changes()).toEqual([]);
  });

  it("is for nobody else: what waits is forgotten", async () => {
    const { header } = await kept(proof("account-only"));
    for (const sent of [header, `${name}=x`]) {
      const jar = new CookieJar(sent);
      expect(await isPendingFor(contextOf(jar), "2")).toBe(false);
      expect(jar.changes()).toMatchObject([{ name, value: "" }]);
    }
  });

  it("is for nobody where nothing waits", async () => {
    const jar = new CookieJar(null);
    expect(await isPendingFor(contextOf(jar), "1")).toBe(false);
    expect(jar.changes()).toEqual([]);
  });

  it("leads on to where the user wanted to go", () => {
    expect(questionUrl(site, "https://app.test/in")).toBe(
      "https://app.test/auth/account/pending?callbackUrl=https%3A%2F%2Fapp.test%2Fin",
    );
  });
});
