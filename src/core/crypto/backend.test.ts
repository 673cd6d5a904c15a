import fc from "fast-check";
import { compactDecrypt, CompactEncrypt } from "jose";
import { describe, expect, it, vi } from "vitest";
import type { CryptoBackend } from "./backend.js";
import { webBackend } from "./default-backend.js";
import { fromUtf8, toHex, utf8 } from "./encoding.js";
import { createKeyRing } from "./keys.js";
import { nodeBackend } from "./node.js";
import { openToken, sealToken } from "./token.js";

function node(): CryptoBackend {
  const made = nodeBackend();
  if (!made) throw new Error("This runtime has no node:crypto.");
  return made;
}
const web = webBackend;
const backends: readonly (readonly [string, () => CryptoBackend])[] = [
  ["node", node],
  ["web", web],
];
const crossed = backends.flatMap(([from, sealing]) =>
  backends.map(([to, opening]) => [from, to, sealing, opening] as const),
);

const salt = "authjs.session-token";
const now = Date.UTC(2026, 0, 1);

describe.each(backends)("the %s backend", (_, backend) => {
  it("derives the keys and the key id of the interop vectors", async () => {
    const [key] = await createKeyRing(["secret"], { backend: backend() }).tokenKeys(salt);
    expect(toHex(key?.key ?? new Uint8Array())).toBe(
      "b1ef6cdd915c44c0a71232574a6a70546a5e16d12bb38df4638e3b96bdd32025131e90695ff072a9d148f1511c7a4981a85b63a628311da1fa7ccfc49c47c2bb",
    );
    expect(toHex(key?.gcmKey ?? new Uint8Array())).toBe(
      "b1ef6cdd915c44c0a71232574a6a70546a5e16d12bb38df4638e3b96bdd32025",
    );
    expect(key?.header.kid).toBe(
      "7x9DUMVaEU6giab0l0OWDt4e4SsRH_cbwMof2EzEyy6onK5o8xSPPB799RVoqm2v6z674kQCv9jom2T8S-a1dQ",
    );
  });

  it("opens the A256CBC-HS512 and the A256GCM vector", async () => {
    const keys = createKeyRing(["secret"], { backend: backend() });
    const cbc =
      "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiN3g5RFVNVmFFVTZnaWFiMGwwT1dEdDRlNFNzUkhfY2J3TW9mMkV6RXl5Nm9uSzVvOHhTUFBCNzk5UlZvcW0ydjZ6Njc0a1FDdjlqb20yVDhTLWExZFEifQ..uridqALDiMWAcWaxfWp18g.Hsn3_BYTOA64tggYnrSUeEVS0tvODMOunsojzYqoFpM_9WfVzPxP7XrIA6e1BnDCh4ModlqJALFAdUH-Hhmucek2IH0z6sdyDsAGwPQ2KpjsgA2hQV_lye0Ati_fl9s5g_RRS5KQF789rSQ6XBniFqyG0j9Ca-NVcNUoLQCeg_Xn0QpCrwpoY5PZfDEIc__U.hlYhRNFltAb6IBJA6A1IOvlzmHSAZYOI6FjpeiXccWg";
    const gcm =
      "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..q0uEOS64DemhZWtV.JA48fWEE-QJxrERSGgN_SoLYe4MTLStWWfmd0gI.mtZLUuClo2dyqOxKS7jGrA";
    for (const token of [cbc, gcm]) {
      expect(await openToken(keys, { salt, token, now })).toMatchObject({
        ok: true,
        claims: { sub: "42", exp: 4102444800 },
      });
    }
    const flipped = gcm.replace(".JA48", ".JB48");
    expect(await openToken(keys, { salt, token: flipped, now })).toEqual({
      ok: false,
      reason: "forged",
    });
  });

  it("opens what jose seals, and seals what jose opens", async () => {
    const keys = createKeyRing(["a secret of the interop test"], { backend: backend() });
    const [key] = await keys.tokenKeys(salt);
    if (!key) throw new Error("There is no key.");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), async (sub) => {
        const exp = now / 1000 + 60;
        const theirs = await new CompactEncrypt(utf8(JSON.stringify({ sub, exp })))
          .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512", kid: key.header.kid })
          .encrypt(key.key);
        expect(await openToken(keys, { salt, token: theirs, now })).toMatchObject({
          claims: { sub },
        });
        const ours = await sealToken(keys, { salt, claims: { sub }, maxAge: 60, now });
        const { plaintext, protectedHeader } = await compactDecrypt(ours, key.key);
        expect(JSON.parse(fromUtf8(plaintext))).toMatchObject({ sub, exp });
        expect(protectedHeader).toEqual({ alg: "dir", enc: "A256CBC-HS512", kid: key.header.kid });
      }),
      { numRuns: 30 },
    );
  });

  it("compares bytes, of whatever length", () => {
    const bytes = (...values: number[]) => Uint8Array.from(values);
    expect(backend().equal(bytes(1, 2), bytes(1, 2))).toBe(true);
    expect(backend().equal(bytes(1, 2), bytes(1, 3))).toBe(false);
    expect(backend().equal(bytes(1, 2), bytes(1, 2, 0))).toBe(false);
    expect(backend().equal(bytes(1, 2, 0), bytes(1, 2))).toBe(false);
    expect(backend().equal(bytes(), bytes())).toBe(true);
  });
});

describe("the node backend", () => {
  it("makes keys ready once, since Node.js 24 is slow to look at bytes", async () => {
    const crypto = process.getBuiltinModule("node:crypto");
    const made = vi.spyOn(crypto, "createSecretKey");
    const used = (["createHmac", "createCipheriv", "createDecipheriv"] as const).map((name) =>
      vi.spyOn(crypto, name),
    );
    const keys = createKeyRing(["a secret"], { backend: node() });
    for (let time = 0; time < 3; time++) {
      const token = await sealToken(keys, { salt, claims: {}, maxAge: 60, now });
      expect(await openToken(keys, { salt, token, now })).toMatchObject({ ok: true });
    }
    const given = used.flatMap(({ mock }) => mock.calls.map(([, key]) => key));
    expect(given).toHaveLength(12);
    expect(given.every((key) => key instanceof crypto.KeyObject)).toBe(true);
    expect(made).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });
});

describe("both backends", () => {
  it("make the same hashes, HMACs and keys of any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), fc.string(), async (a, b) => {
        expect(await node().sha(256, a)).toEqual(await web().sha(256, a));
        expect(await node().sha(512, a)).toEqual(await web().sha(512, a));
        const key = await node().hkdf(a, { salt: b, info: b, length: 64 });
        expect(await web().hkdf(a, { salt: b, info: b, length: 64 })).toEqual(key);
        expect(await web().hmac(key, b)).toEqual(await node().hmac(key, b));
      }),
      { numRuns: 50 },
    );
  });

  it.each(crossed)(
    "what %s seals %s opens, whatever the claims",
    async (_f, _t, sealing, opening) => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ minLength: 1 }),
          fc.dictionary(fc.string(), fc.jsonValue()),
          async (secret, claims) => {
            const sealed = await sealToken(createKeyRing([secret], { backend: sealing() }), {
              salt,
              claims,
              maxAge: 60,
              now,
            });
            const opened = await openToken(createKeyRing([secret], { backend: opening() }), {
              salt,
              token: sealed,
              now,
            });
            expect(opened.ok).toBe(true);
            if (!opened.ok) return;
            const { iat, exp, jti } = opened.claims;
            expect(opened.claims).toEqual({ ...JSON.parse(JSON.stringify(claims)), iat, exp, jti });
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  it.each(crossed)(
    "what %s seals and somebody changes %s refuses",
    async (_f, _t, sealing, opening) => {
      const sealed = await sealToken(createKeyRing(["s"], { backend: sealing() }), {
        salt,
        claims: { sub: "1" },
        maxAge: 60,
        now,
      });
      const keys = createKeyRing(["s"], { backend: opening() });
      const parts = sealed.split(".");
      for (const index of [2, 3, 4]) {
        const part = parts[index] ?? "";
        const changed = (part.startsWith("A") ? "B" : "A") + part.slice(1);
        const token = parts.with(index, changed).join(".");
        expect(await openToken(keys, { salt, token, now })).toEqual({
          ok: false,
          reason: "forged",
        });
      }
    },
  );
});
