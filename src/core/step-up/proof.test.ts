import { describe, expect, it } from "vitest";
import { CookieJar } from "../cookies/jar.js";
import { createKeyRing, type KeyRing } from "../crypto/keys.js";
import { openToken, sealToken } from "../crypto/token.js";
import { freshFor, isFresh, keepProof, readProof } from "./proof.js";

const now = Date.UTC(2026, 0, 1);
const day = 24 * 60 * 60;
const keys = createKeyRing(["a secret of proofs"]);
const cookie = { name: "p", options: { path: "/" } };
const ada = { userId: "1", provider: "github", bothFactors: false };

const contextOf = (jar: CookieJar, at = now, ring: KeyRing = keys) => ({
  ...{ jar, cookie, keys: ring, now: at },
});

/** The cookie that a proof is kept in. */
async function kept(proof: Parameters<typeof keepProof>[1] = ada) {
  const jar = new CookieJar(null);
  await keepProof(contextOf(jar), proof);
  const [change] = jar.changes();
  if (!change) throw new Error("A proof is a cookie.");
  return change;
}

const sentBack = async (proof?: Parameters<typeof keepProof>[1]) =>
  new CookieJar(`p=${(await kept(proof)).value}`);

describe("a proof", () => {
  it("is kept for a day, in a cookie and a token that end together", async () => {
    const { name, value, options } = await kept();
    expect({ name, options }).toEqual({ name: "p", options: { path: "/", maxAge: day } });
    const opened = await openToken(keys, { salt: "latchkey.proof", token: value, now });
    expect(opened).toMatchObject({
      ok: true,
      claims: { sub: "1", provider: "github", iat: now / 1000, exp: now / 1000 + day },
    });
    expect(opened).not.toHaveProperty("claims.known");
  });

  it("tells who proved it, where and when", async () => {
    const jar = await sentBack();
    expect(await readProof(contextOf(jar, now + 5000), "1")).toStrictEqual({
      ...{ userId: "1", provider: "github", at: now, bothFactors: false, inKnownBrowser: false },
    });
  });

  it("tells whether both factors were proven, and may keep its time", async () => {
    for (const bothFactors of [true, false]) {
      const jar = await sentBack({ ...ada, bothFactors, at: now - 60_000 });
      expect(await readProof(contextOf(jar), "1")).toMatchObject({
        bothFactors,
        at: now - 60_000,
      });
    }
  });

  it("tells that the second step was left out, and that it was not", async () => {
    for (const inKnownBrowser of [true, false]) {
      const jar = await sentBack({ ...ada, inKnownBrowser });
      expect(await readProof(contextOf(jar), "1")).toMatchObject({ inKnownBrowser });
    }
  });

  it("of somebody else, of another secret, run out or not there is none", async () => {
    const jar = await sentBack();
    expect(await readProof(contextOf(jar), "2")).toBeNull();
    expect(await readProof(contextOf(jar, now, createKeyRing(["another"])), "1")).toBeNull();
    expect(await readProof(contextOf(jar, now + (day + 60) * 1000), "1")).toBeNull();
    expect(await readProof(contextOf(new CookieJar(null)), "1")).toBeNull();
    expect(await readProof(contextOf(new CookieJar("p=x")), "1")).toBeNull();
  });

  it("is none where the token is of another purpose, or does not say which provider", async () => {
    const seal = (salt: string, claims: object) =>
      sealToken(keys, { salt, claims, maxAge: day, now });
    const tokens = [
      await seal("another purpose", { sub: "1", provider: "github" }),
      await seal("latchkey.proof", { sub: "1" }),
      await seal("latchkey.proof", { sub: "1", provider: 7 }),
    ];
    for (const token of tokens) {
      expect(await readProof(contextOf(new CookieJar(`p=${token}`)), "1")).toBeNull();
    }
    const whole = await seal("latchkey.proof", { sub: "1", provider: "x", known: "yes" });
    expect(await readProof(contextOf(new CookieJar(`p=${whole}`)), "1")).toStrictEqual({
      ...{ userId: "1", provider: "x", at: now, bothFactors: false, inKnownBrowser: false },
    });
  });

  it("that does not say when it was made is none", async () => {
    const [key] = await keys.tokenKeys("latchkey.proof");
    if (!key) throw new Error("There is a secret.");
    const text = JSON.stringify({ sub: "1", provider: "github", exp: now / 1000 + day });
    const token = await keys.backend.encrypt(key.key, key.header, text);
    expect(await readProof(contextOf(new CookieJar(`p=${token}`)), "1")).toBeNull();
  });
});

describe("fresh", () => {
  it("is a proof of the last ten minutes, to the moment", () => {
    const proof = { ...ada, at: now };
    expect(freshFor).toBe(600_000);
    expect(isFresh(proof, now + 600_000)).toBe(true);
    expect(isFresh(proof, now + 600_001)).toBe(false);
    expect(isFresh(proof, now)).toBe(true);
  });

  it("is a proof within what is asked for", () => {
    const proof = { ...ada, at: now };
    expect([isFresh(proof, now + 5, 5), isFresh(proof, now + 6, 5)]).toEqual([true, false]);
  });

  it("is none that is not there", () => {
    expect(isFresh(null, now)).toBe(false);
  });
});
