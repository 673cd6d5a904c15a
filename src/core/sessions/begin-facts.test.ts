import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Account } from "../../types/account.js";
import { CookieJar } from "../cookies/jar.js";
import { createKeyRing } from "../crypto/keys.js";
import { adoptedFacts, beginFacts, hashAtProvider } from "./begin-facts.js";
import { hashOfToken } from "./token-hash.js";

const keys = createKeyRing(["a secret of sessions"]);
const now = Date.UTC(2026, 0, 1) + 999;
const seconds = Date.UTC(2026, 0, 1) / 1000;
const context = { jar: new CookieJar(null), cookie: { name: "s", options: {} }, now };
const account: Account = { provider: "idp", providerAccountId: "7", type: "oidc" };
const sha = (text: string) => createHash("sha256").update(text).digest("base64url");
const anySid: unknown = expect.stringMatching(/^[\w-]{22}$/);

describe("the facts of a session that begins", () => {
  it("are an id of its own, when it began and how", async () => {
    const who = { user: {}, account };
    const facts = await beginFacts(keys, who, context);
    expect(facts).toStrictEqual({
      sid: anySid,
      authTime: seconds,
      provider: "idp",
      method: "oidc",
    });
    expect((await beginFacts(keys, who, context)).sid).not.toBe(facts.sid);
  });

  it("are also that it ends with the browser, where it does", async () => {
    const begin = (untilClosed: boolean) =>
      beginFacts(keys, { user: {}, account }, { ...context, untilClosed });
    expect(await begin(true)).toHaveProperty("untilClosed", true);
    expect(await begin(false)).not.toHaveProperty("untilClosed");
  });

  it("are also which session at the provider it began with, where OpenID names one", async () => {
    const atProvider = async (type: Account["type"], profile?: Record<string, unknown>) => {
      const who = { user: {}, account: { ...account, type }, ...(profile && { profile }) };
      return (await beginFacts(keys, who, context)).atProvider;
    };
    expect(await atProvider("oidc", { sid: "at-provider" })).toBe(
      sha('["idp","at-provider"]').slice(0, 22),
    );
    expect(await atProvider("oauth", { sid: "at-provider" })).toBeUndefined();
    expect(await atProvider("oidc", { sid: 7 })).toBeUndefined();
    expect(await atProvider("oidc", {})).toBeUndefined();
  });
});

describe("the facts of a session of before", () => {
  it("are the same for all who read its token, and do not tell it", async () => {
    expect(await adoptedFacts(keys, "token", 5.9)).toStrictEqual({
      sid: sha("token").slice(0, 22),
      authTime: 5,
      adopted: true,
    });
  });
});

describe("hashes", () => {
  it("of a session at a provider are of both", async () => {
    expect(await hashAtProvider(keys, "a", "b")).toBe(sha('["a","b"]').slice(0, 22));
    expect(await hashAtProvider(keys, "ab", "")).not.toBe(await hashAtProvider(keys, "a", "b"));
  });

  it("of a session token say that they are hashes", async () => {
    expect(await hashOfToken(keys, "token")).toBe(`sha256:${sha("token")}`);
  });
});
