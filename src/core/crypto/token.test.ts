import { CompactEncrypt, type CompactJWEHeaderParameters } from "jose";
import { describe, expect, it } from "vitest";
import { toBase64Url, utf8 } from "./encoding.js";
import { createKeyRing } from "./keys.js";
import { openToken, sealToken } from "./token.js";

const salt = "a purpose";
const now = Date.UTC(2026, 0, 1) + 999;
const seconds = Date.UTC(2026, 0, 1) / 1000;
const twoSecrets = () => createKeyRing(["new", "old"]);

const open = (token: string, ring = twoSecrets()) => openToken(ring, { salt, token, now });
const seal = (claims: object) => sealToken(twoSecrets(), { salt, claims, maxAge: 60, now });

async function bothKeys() {
  const [newest, oldest] = await twoSecrets().tokenKeys(salt);
  if (!newest || !oldest) throw new Error("There are two secrets, so there are two keys.");
  return { newest, oldest };
}

/** A token as another library might make it. */
const foreign = (
  header: CompactJWEHeaderParameters,
  key: Uint8Array,
  text = JSON.stringify({ sub: "1", exp: seconds + 60 }),
) => new CompactEncrypt(utf8(text)).setProtectedHeader(header).encrypt(key);

/** A token of ours whose claims, or whatever else it holds, are exactly these. */
async function sealed(value: unknown): Promise<string> {
  const { key, header } = (await bothKeys()).newest;
  return twoSecrets().backend.encrypt(key, header, JSON.stringify(value));
}

const cbc = { alg: "dir", enc: "A256CBC-HS512" } as const;
const gcm = { alg: "dir", enc: "A256GCM" } as const;

describe("sealing a token", () => {
  it("adds when it was made, when it ends and an id of its own, whatever the claims say", async () => {
    const opened = await open(await seal({ sub: "1", iat: 1, exp: 2, jti: "x" }));
    if (!opened.ok) throw new Error(opened.reason);
    const { jti, ...claims } = opened.claims;
    expect(claims).toEqual({ sub: "1", iat: seconds, exp: seconds + 60 });
    expect(jti).toMatch(/^[\da-f-]{36}$/);
    expect(opened.exp).toBe(seconds + 60);
    expect(JSON.parse(opened.text)).toEqual(opened.claims);
  });

  it("takes a claim named __proto__ as data", async () => {
    const opened = await open(await seal({ ["__proto__"]: { admin: true }, sub: "1" }));
    expect(opened).toMatchObject({ ok: true });
    expect(opened.ok && Object.keys(opened.claims)).toEqual([
      "__proto__",
      "sub",
      "iat",
      "exp",
      "jti",
    ]);
  });

  it("is done with the newest secret, under a header that names its key", async () => {
    const token = await seal({});
    expect(await open(token, createKeyRing(["new"]))).toMatchObject({ ok: true });
    expect(await open(token, createKeyRing(["old"]))).toEqual({ ok: false, reason: "no-key" });
    const { newest } = await bothKeys();
    const header = { alg: "dir", enc: "A256CBC-HS512", kid: newest.header.kid };
    expect(token.split(".")[0]).toBe(toBase64Url(utf8(JSON.stringify(header))));
  });

  it.each([[[]], [[""]]])("needs a secret, and %j holds none", async (secrets: string[]) => {
    const sealing = sealToken(createKeyRing(secrets), { salt, claims: {}, maxAge: 1, now });
    await expect(sealing).rejects.toThrow("no secret is configured");
  });
});

describe("opening a token", () => {
  it("is the same with keys that were derived before and with those that were not", async () => {
    const token = await seal({ sub: "1" });
    const ring = createKeyRing(["new"]);
    expect(ring.knownTokenKeys(salt)).toBeUndefined();
    expect(await open(token, ring)).toMatchObject({ ok: true, claims: { sub: "1" } });
    expect(ring.knownTokenKeys(salt)).toHaveLength(1);
    expect(await open(token, ring)).toMatchObject({ ok: true, claims: { sub: "1" } });
  });

  it("is for the purpose it was sealed for only", async () => {
    const token = await seal({});
    expect(await openToken(twoSecrets(), { salt: "another", token, now })).toEqual({
      ok: false,
      reason: "no-key",
    });
  });

  it("accepts A256CBC-HS512 with members in another order, and without a key id", async () => {
    const { newest } = await bothKeys();
    const reordered = { enc: "A256CBC-HS512", alg: "dir", kid: newest.header.kid } as const;
    for (const header of [reordered, cbc]) {
      expect(await open(await foreign(header, newest.key))).toMatchObject({
        ok: true,
        claims: { sub: "1" },
      });
    }
  });

  it("accepts A256GCM with and without a key id", async () => {
    const { newest } = await bothKeys();
    for (const header of [gcm, { ...gcm, kid: newest.gcmKid }]) {
      expect(await open(await foreign(header, newest.gcmKey))).toMatchObject({ ok: true });
    }
  });

  it("finds an older secret by its key id, and only by that", async () => {
    const { oldest } = await bothKeys();
    const older = [
      await foreign({ ...cbc, kid: oldest.header.kid }, oldest.key),
      await foreign({ ...gcm, kid: oldest.gcmKid }, oldest.gcmKey),
    ];
    for (const token of older) expect(await open(token)).toMatchObject({ ok: true });
    for (const token of [await foreign(cbc, oldest.key), await foreign(gcm, oldest.gcmKey)]) {
      expect(await open(token)).toEqual({ ok: false, reason: "forged" });
    }
  });

  it.each([
    ["another algorithm of encryption", { alg: "dir", enc: "A256CBC" }],
    ["another algorithm for the key", { alg: "A256KW", enc: "A256GCM" }],
    ["no algorithm", { enc: "A256GCM" }],
    ["compression", { ...cbc, zip: "DEF" }],
    ["what must be understood", { ...cbc, crit: ["exp"], exp: 1 }],
    ["an unknown key id", { ...cbc, kid: "x" }],
    ["no object", "dir"],
    ["a list", [1]],
  ])("knows no key for a header with %s", async (_, header) => {
    const [, ...rest] = (await seal({})).split(".");
    const token = [toBase64Url(utf8(JSON.stringify(header))), ...rest].join(".");
    expect(await open(token)).toEqual({ ok: false, reason: "no-key" });
  });

  it("knows no key for a header with the key id of the other algorithm", async () => {
    const { newest } = await bothKeys();
    const crossed = [
      await foreign({ ...cbc, kid: newest.gcmKid }, newest.key),
      await foreign({ ...gcm, kid: newest.header.kid }, newest.gcmKey),
    ];
    for (const token of crossed) expect(await open(token)).toEqual({ ok: false, reason: "no-key" });
  });

  it.each([
    ["text that is no JSON", Buffer.from("{").toString("base64url")],
    ["bytes that are no UTF-8", Buffer.of(0x7b, 0xff, 0x7d).toString("base64url")],
    ["text that is not canonical", "AB"],
  ])("knows no key for a header of %s", async (_, header) => {
    const [, ...rest] = (await seal({})).split(".");
    expect(await open([header, ...rest].join("."))).toEqual({ ok: false, reason: "no-key" });
  });

  it("refuses what is not in the compact form", async () => {
    const token = await seal({});
    const [header = "", , iv = "", ciphertext = "", tag = ""] = token.split(".");
    const wrong = [
      "",
      "x",
      `${token}.`,
      `.${token}`,
      ` ${token}`,
      `${token}\n`,
      ["", "", iv, ciphertext, tag].join("."),
      [header, "AAAA", iv, ciphertext, tag].join("."),
      [header, "", "", ciphertext, tag].join("."),
      [header, "", iv, "", tag].join("."),
      [header, "", iv, ciphertext, ""].join("."),
      [header, "", iv, ciphertext].join("."),
      [header, "", iv, `${ciphertext}=`, tag].join("."),
      [header, "x", "", iv, ciphertext, tag].join("."),
    ];
    for (const text of wrong) expect(await open(text)).toEqual({ ok: false, reason: "malformed" });
  });

  it("refuses a part whose last character says more than its bytes do", async () => {
    const parts = (await seal({})).split(".");
    for (const index of [2, 3, 4]) {
      const noncanonical = parts.with(index, "AB").join(".");
      expect(await open(noncanonical)).toEqual({ ok: false, reason: "malformed" });
    }
  });

  it("reads tokens as long as the cookies of a session can hold, and no longer ones", async () => {
    const longest = 32 * 3936;
    const [header = "", , iv = "", , tag = ""] = (await seal({})).split(".");
    const room = longest - [header, "", iv, "", tag].join(".").length;
    const ofLength = (length: number) => [header, "", iv, "A".repeat(length), tag].join(".");
    expect(ofLength(room)).toHaveLength(longest);
    // The group at the end must be whole, or it would be refused for that.
    const whole = room - (room % 4);
    expect(await open(ofLength(whole))).toEqual({ ok: false, reason: "forged" });
    expect(await open(ofLength(whole + 4))).toEqual({ ok: false, reason: "malformed" });
  });

  it.each([
    [-16, "expired"],
    [-15, "expired"],
    [-14, undefined],
    [0, undefined],
    [60, undefined],
  ])("that ended %i seconds from now: %s", async (from, reason) => {
    const exp = seconds + from;
    expect(await open(await sealed({ exp }))).toMatchObject(
      reason === undefined ? { ok: true, exp } : { ok: false, reason },
    );
  });

  it("whose nbf is to come is refused, clocks being 15 s apart", async () => {
    const exp = seconds + 60;
    for (const nbf of [seconds - 1000, seconds, seconds + 15]) {
      expect(await open(await sealed({ exp, nbf }))).toMatchObject({ ok: true });
    }
    expect(await open(await sealed({ exp, nbf: seconds + 16 }))).toMatchObject({
      reason: "claims",
    });
  });

  it("that was issued in the future is opened: another server's clock is ahead", async () => {
    const exp = seconds + 60;
    expect(await open(await sealed({ exp, iat: seconds + 3600 }))).toMatchObject({ ok: true });
  });

  it.each(["iat", "nbf"])("whose %s isn't a number is refused", async (name) => {
    for (const time of ["1", null, {}]) {
      expect(await open(await sealed({ exp: seconds + 60, [name]: time }))).toEqual({
        ok: false,
        reason: "claims",
      });
    }
  });

  it.each([[{}], [{ exp: "4102444800" }], [{ exp: null }], [[1]], ["text"], [null], [1]])(
    "that holds %j has no claims",
    async (value) => {
      expect(await open(await sealed(value))).toEqual({ ok: false, reason: "claims" });
    },
  );
});

describe("a key ring", () => {
  it("derives keys once for each purpose, and different ones for different purposes", async () => {
    const ring = createKeyRing(["s"]);
    const [first] = await ring.tokenKeys("a");
    const [second] = await ring.tokenKeys("b");
    expect((await ring.tokenKeys("a"))[0]).toBe(first);
    expect(second?.key).not.toEqual(first?.key);
    const [mac] = await ring.macKeys("a");
    expect((await ring.macKeys("a"))[0]).toBe(mac);
    expect(await ring.macKeys("b")).not.toEqual([mac]);
    expect(mac).toHaveLength(32);
  });

  it("leaves out empty secrets, since anybody could derive their keys", async () => {
    const ring = createKeyRing(["", "s", ""]);
    expect(await ring.tokenKeys("a")).toEqual(await createKeyRing(["s"]).tokenKeys("a"));
    expect(await ring.macKeys("a")).toHaveLength(1);
  });
});
