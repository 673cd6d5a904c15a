import { FlattenedEncrypt, SignJWT } from "jose";
import { decode, encode, getToken } from "latchkey/jwt";
import { afterEach, describe, expect, it, vi } from "vitest";
import { costOf, day, start, useClock } from "../support/clock.js";
import { adasForm, recorder, secret, world } from "../support/config.js";
import { createKeyRing } from "../../src/core/crypto/keys.js";

const clock = useClock();
afterEach(() => {
  vi.unstubAllEnvs();
});

const salt = "__Secure-authjs.session-token";
const valid = () => encode({ token: { sub: "1", name: "Ada" }, secret, salt });
const reads = (token: string) =>
  decode({ token, secret, salt }).then(
    (claims) => claims,
    () => null,
  );

/** A token with any header, encrypted with the right key. */
const sealed = async (header: object, claims: unknown, gcm = false) => {
  const [key] = await createKeyRing([secret]).tokenKeys(salt);
  const bytes = gcm ? key?.gcmKey : key?.key;
  if (!bytes) throw new Error("There is no key.");
  const text = new TextEncoder().encode(JSON.stringify(claims));
  const protectedHeader = { alg: "dir", enc: gcm ? "A256GCM" : "A256CBC-HS512", ...header };
  const {
    protected: head = "",
    iv = "",
    ciphertext,
    tag = "",
  } = await new FlattenedEncrypt(text).setProtectedHeader(protectedHeader).encrypt(bytes);
  return [head, "", iv, ciphertext, tag].join(".");
};
const exp = Math.floor(start / 1000) + 1000;

describe("G. our own sealed tokens", () => {
  it("G01 every byte changed, every segment removed, emptied, doubled: all the same refusal", async () => {
    const token = await valid();
    expect(await reads(token)).toMatchObject({ sub: "1" });
    const segments = token.split(".");
    const broken = [
      ...segments.map((_, index) => segments.filter((_s, other) => other !== index).join(".")),
      ...segments.flatMap((segment, index) =>
        segment === "" ? [] : [segments.with(index, "").join(".")],
      ),
      ...segments.map((segment, index) => segments.toSpliced(index, 0, segment).join(".")),
      `${token}.`,
      `.${token}`,
      ` ${token}`,
      `${token}\n`,
    ];
    for (const text of broken) expect(await reads(text)).toBeNull();
    for (let index = 0; index < token.length; index++) {
      const char = token.charAt(index) === "A" ? "B" : "A";
      expect(await reads(token.slice(0, index) + char + token.slice(index + 1))).toBeNull();
    }
  });

  it("G01 a tag cut to any length is refused", async () => {
    const [head, key, iv, text, tag = ""] = (await valid()).split(".");
    for (let bytes = 0; bytes < 32; bytes++) {
      const short = Buffer.from(tag, "base64url").subarray(0, bytes).toString("base64url");
      expect(await reads([head, key, iv, text, short].join("."))).toBeNull();
    }
  });

  it("G01 the last bits of a segment that encode nothing can't be changed", async () => {
    const token = await valid();
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const char of alphabet) {
      if (token.endsWith(char)) continue;
      expect(await reads(token.slice(0, -1) + char)).toBeNull();
    }
  });

  it("G02 another alg is refused before any key work", async () => {
    const [, ...rest] = (await valid()).split(".");
    const headers = [
      { alg: "A256KW", enc: "A256CBC-HS512" },
      { alg: "dir", enc: "A128CBC-HS256" },
      { alg: "PBES2-HS512+A256KW", enc: "A256CBC-HS512", p2c: 2147483647, p2s: "AAAA" },
      { alg: "RSA-OAEP", enc: "A256GCM" },
      { alg: "none" },
      { enc: "A256GCM" },
      {},
    ];
    for (const header of headers) {
      const head = Buffer.from(JSON.stringify(header)).toString("base64url");
      const token = [head, ...rest].join(".");
      expect(await reads(token)).toBeNull();
      expect(await costOf(() => reads(token))).toBeLessThan(50);
    }
  });

  it("G03 zip and crit in the header are refused although the key is right", async () => {
    expect(await reads(await sealed({}, { sub: "1", exp }))).toMatchObject({ sub: "1" });
    expect(await reads(await sealed({}, { sub: "1", exp }, true))).toMatchObject({ sub: "1" });
    const [head = "", ...rest] = (await sealed({}, { sub: "1", exp })).split(".");
    const header: unknown = JSON.parse(Buffer.from(head, "base64url").toString());
    for (const extra of [{ zip: "DEF" }, { crit: ["b64"], b64: true }]) {
      const changed = JSON.stringify(Object.assign({}, header, extra));
      const other = Buffer.from(changed).toString("base64url");
      expect(await reads([other, ...rest].join("."))).toBeNull();
    }
  });

  it("G04 a signed token instead of an encrypted one is refused", async () => {
    const key = new TextEncoder().encode(secret);
    const jws = await new SignJWT({ sub: "1" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(key);
    expect(await reads(jws)).toBeNull();
  });

  it("G05 what is sealed for one cookie, or made for another purpose, is nothing in the session's", async () => {
    const { browser } = world("jwt");
    const ours = browser();
    const csrf = await ours.csrfToken();
    await ours.get("signin?callbackUrl=/x");
    const artefacts = [
      csrf,
      ours.cookie("__Host-latchkey.csrf-token") ?? "",
      ours.cookie("__Host-latchkey.callback-url") ?? "",
      ...(await Promise.all(
        ["authjs.session-token", "__Host-latchkey.flow", "encodedState", ""].map((other) =>
          encode({ token: { sub: "1" }, secret, salt: other }),
        ),
      )),
    ];
    for (const artefact of artefacts) {
      const other = browser();
      other.plant(salt, artefact);
      expect(await other.session()).toBeNull();
    }
    await ours.signIn(adasForm);
    const session = ours.sessionToken() ?? "";
    const planted = browser();
    planted.plant("__Host-latchkey.csrf-token", session);
    const response = await planted.post("signout", { csrfToken: session });
    expect(response.headers.get("location")).toContain("MissingCSRF");
    planted.plant("__Host-latchkey.callback-url", session);
    expect((await planted.signIn(adasForm)).headers.get("location")).toBe("https://app.test");
  });

  it("G06 a token of an older secret is accepted, and sealed with the newest when it is renewed", async () => {
    const [older, newer] = [
      "an older secret, long enough: 123456",
      "a newer secret, long enough: 123456",
    ];
    const token = await encode({ token: { sub: "1", name: "Ada" }, secret: older, salt });
    const rotated = world("jwt", { secret: [newer, older] }).browser();
    rotated.plant(salt, token);
    clock.pass(day);
    expect(await rotated.session()).toMatchObject({ user: { name: "Ada" } });
    const renewed = rotated.sessionToken() ?? "";
    expect(await decode({ token: renewed, secret: newer, salt })).toMatchObject({ sub: "1" });
    const removed = world("jwt", { secret: newer }).browser();
    removed.plant(salt, token);
    expect(await removed.session()).toBeNull();
  });

  it.each([
    ["none", []],
    ["31 characters", "0123456789abcdefghijklmnopqrstu"],
    ["one character again and again", "a".repeat(64)],
    ["blanks", " ".repeat(64)],
    ["blanks around a short one", `${" ".repeat(20)}0123456789abcdef${" ".repeat(20)}`],
  ])("G07 a secret of %s is an error in production and a warning elsewhere", async (_, weak) => {
    const elsewhere = world("jwt", { secret: weak });
    expect((await elsewhere.browser().get("session")).status).toBe(200);
    expect(elsewhere.log.codes("warn")).toHaveLength(1);
    vi.stubEnv("NODE_ENV", "production");
    const { browser, log } = world("jwt", { secret: weak });
    expect((await browser().get("session")).status).toBe(500);
    expect(log.codes("error")).toEqual(["MissingSecret"]);
  });

  it("G08 without exp, after it, or not valid yet: refused; issued in the future, since clocks differ: accepted", async () => {
    const now = Math.floor(start / 1000);
    expect(await reads(await sealed({}, { sub: "1" }))).toBeNull();
    expect(await reads(await sealed({}, { sub: "1", exp: String(exp) }))).toBeNull();
    expect(await reads(await sealed({}, { sub: "1", exp: now - 14 }))).not.toBeNull();
    expect(await reads(await sealed({}, { sub: "1", exp: now - 15 }))).toBeNull();
    expect(await reads(await sealed({}, { sub: "1", exp, iat: now + 3600 }))).not.toBeNull();
    expect(await reads(await sealed({}, { sub: "1", exp, nbf: now + 16 }))).toBeNull();
    expect(await reads(await sealed({}, { sub: "1", exp, iat: "now" }))).toBeNull();
    for (const claims of [[1], "text", 7, null]) {
      expect(await reads(await sealed({}, claims))).toBeNull();
    }
  });

  it("G09 a token of another application with the same secret is refused", async () => {
    const cookies = (name: string) => ({ cookies: { sessionToken: { name } } });
    const x = world("jwt", cookies("x.session")).browser();
    await x.signIn(adasForm);
    const y = world("jwt", cookies("y.session")).browser();
    y.plant("y.session", x.cookie("x.session") ?? "");
    expect(await y.session()).toBeNull();
  });

  it("G10 a token of a megabyte is refused before it is decoded", async () => {
    const [head, , iv, , tag] = (await valid()).split(".");
    const huge = [head, "", iv, "A".repeat(1024 * 1024), tag].join(".");
    expect(await reads(huge)).toBeNull();
    expect(await costOf(() => reads(huge))).toBeLessThan(50);
  });

  it.each([
    "Bearer %",
    "Bearer",
    "Bearer ",
    "bearer x",
    "Basic YTpi",
    "Bearer a b",
    "Bearer x, Bearer y",
    `Bearer ${"A".repeat(1024 * 1024)}`,
  ])("G11 getToken gives null for Authorization: %.30s", async (authorization) => {
    expect(await getToken({ req: { headers: { authorization } }, secret })).toBeNull();
    const req = new Request("https://app.test", { headers: { authorization } });
    expect(await getToken({ req, secret })).toBeNull();
  });

  it("G11 getToken takes a list of headers as Node may give them, and two tokens are none", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt: "authjs.session-token" });
    const headers = { authorization: [`Bearer ${token}`, `Bearer ${token}`] };
    expect(await getToken({ req: { headers }, secret, logger: recorder().logger })).toBeNull();
  });
});
