import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { EncryptJWT, jwtDecrypt, jwtVerify, SignJWT } from "jose";
import { Auth, setEnvDefaults, type AuthConfig } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { audit, webhookAudit } from "latchkey/plugins/audit";
import { authjsMigration } from "latchkey/plugins/authjs-migration";
import { twoFactor } from "latchkey/plugins/two-factor";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Password from "latchkey/providers/password";
import { memoryState } from "latchkey/state/memory";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseObject } from "../../src/core/values/json.js";
import { checks } from "../../src/core/config/weaknesses.js";
import { examine } from "../../src/doctor/examine.js";
import { defaultFlows } from "../../src/flows/defaults.js";
import { textMember } from "../support/client.js";

const secret = "Zx81-4Fq2-99vN-kLm0-tRwQ-77yB-pPaE";
const origin = "https://app.example";
const github = GitHub({ clientId: "id", clientSecret: "shh" });
const credentials = Credentials({
  credentials: { username: {}, password: { type: "password" } },
  authorize: () => null,
});
const mailer = {
  id: "mailer",
  type: "email" as const,
  sendVerificationRequest: () => undefined,
};
const sharedState = memoryState();
const json = (value: unknown) => btoa(JSON.stringify(value));
const claimsIn = (text: string) => parseObject(atob(text)) ?? null;
const clearText: AuthConfig["jwt"] = {
  encode: ({ token }) => json(token),
  decode: ({ token = "" }) => claimsIn(token),
};
/** Signed, and read without a look at the signature, as `jwt.decode` of jsonwebtoken does. */
const unverified: AuthConfig["jwt"] = {
  encode: ({ token }) => `${json({ alg: "HS256" })}.${json(token)}.c2lnbmF0dXJl`,
  decode: ({ token = "" }) => claimsIn(token.split(".")[1] ?? ""),
};
type Change = (text: string) => string;
const shifted = (text: string, by: number) =>
  String.fromCharCode(...[...text].map((char) => char.charCodeAt(0) + by));
const xored: Change = (text) =>
  String.fromCharCode(...[...text].map((char, at) => char.charCodeAt(0) ^ ((at * 37) % 128)));
const backwards: Change = (text) => [...text].toReversed().join("");
const inHex: Change = (text) => Buffer.from(text).toString("hex");
const ofHex: Change = (text) => Buffer.from(text, "hex").toString();
const digits = "abcdefghijklmnopqrstuvwxyz234567";
const bitsOf = (values: readonly number[], size: number) =>
  values.map((value) => value.toString(2).padStart(size, "0")).join("");
const groups = (bits: string, size: number) =>
  (bits.match(new RegExp(`.{${size}}`, "g")) ?? []).map((group) => Number.parseInt(group, 2));
const inBase32: Change = (text) => {
  const bits = bitsOf([...Buffer.from(text)], 8);
  const whole = bits.padEnd(Math.ceil(bits.length / 5) * 5, "0");
  return groups(whole, 5)
    .map((value) => digits.charAt(value))
    .join("");
};
const ofBase32: Change = (text) =>
  Buffer.from(
    groups(
      bitsOf(
        [...text].map((char) => digits.indexOf(char)),
        5,
      ),
      8,
    ),
  ).toString();

/** Without a key: whoever has one's own token can make another user's. */
const encodings: readonly (readonly [string, Change, Change])[] = [
  ["plain", (text) => text, (text) => text],
  ["URI-encoded", encodeURIComponent, decodeURIComponent],
  ["base64", btoa, atob],
  [
    "base64url",
    (text) => Buffer.from(text).toString("base64url"),
    (text) => Buffer.from(text, "base64url").toString(),
  ],
  ["hex", inHex, ofHex],
  ["hex in upper case", (text) => inHex(text).toUpperCase(), ofHex],
  ["hex in base64", (text) => btoa(inHex(text)), (text) => ofHex(atob(text))],
  ["base32", inBase32, ofBase32],
  ["backwards", backwards, backwards],
  ["rotated", (text) => shifted(text, 1), (text) => shifted(text, -1)],
  ["always the same mask", (text) => inHex(xored(text)), (text) => xored(ofHex(text))],
  [
    "a long signature behind it, unread",
    (text) => `${btoa(text)}.${randomHex(342)}`,
    (text) => atob(text.split(".")[0] ?? ""),
  ],
  [
    "a signature before it, unread",
    (text) => `${randomHex(32)}:${inHex(text)}`,
    (text) => ofHex(text.split(":")[1] ?? ""),
  ],
];
const randomHex = (bytes: number) => randomBytes(bytes).toString("hex");
const key = randomBytes(32);
const claimsOf = (payload: unknown) => parseObject(JSON.stringify(payload)) ?? null;
const sealed: AuthConfig["jwt"] = {
  encode: ({ token }) =>
    new EncryptJWT({ ...token }).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(key),
  decode: async ({ token = "" }) => claimsOf((await jwtDecrypt(token, key)).payload),
};
const mac = (text: string) => createHmac("sha256", key).update(text).digest("hex");
/** Readable, but nobody can change it. */
const withMac = (separator: string, [to, from]: readonly [Change, Change]): AuthConfig["jwt"] => ({
  encode: ({ token }) => {
    const claims = to(JSON.stringify({ ...token, jti: randomUUID() }));
    return `${claims}${separator}${mac(claims)}`;
  },
  decode: ({ token = "" }) => {
    const [claims = "", tag = ""] = token.split(separator);
    return tag === mac(claims) ? (parseObject(from(claims)) ?? null) : null;
  },
});
const signedByJose = (alg: "HS256" | "RS512"): AuthConfig["jwt"] => {
  const pair = alg === "HS256" ? { privateKey: key, publicKey: key } : rsa;
  return {
    encode: ({ token }) =>
      new SignJWT({ ...token }).setProtectedHeader({ alg }).setIssuedAt().sign(pair.privateKey),
    decode: async ({ token = "" }) => claimsOf((await jwtVerify(token, pair.publicKey)).payload),
  };
};
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const kept = new Map<string, string>();
const opaque: AuthConfig["jwt"] = {
  encode: ({ token }) => {
    const id = randomHex(16);
    kept.set(id, JSON.stringify(token));
    return id;
  },
  decode: ({ token = "" }) => parseObject(kept.get(token) ?? "null") ?? { sub: "guest" },
};
const signed: AuthConfig["jwt"] = {
  encode: ({ token }) => `${json(token)}.${json(token).length}.${sumOf(json(token))}`,
  decode: ({ token = "" }) => {
    const [claims = "", , sum] = token.split(".");
    return String(sumOf(claims)) === sum ? claimsIn(claims) : null;
  },
};
const sumOf = (text: string) =>
  [...text].reduce((sum, char) => sum * 31n + BigInt(char.charCodeAt(0)), 7n);

beforeEach(() => {
  vi.stubEnv("NODE_ENV", "production");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

interface Told {
  readonly status: number;
  readonly warnings: readonly unknown[];
  readonly errors: string;
}

async function start(config: Partial<AuthConfig>): Promise<Told> {
  const warnings: unknown[] = [];
  const errors: unknown[] = [];
  const logger = {
    error: (...said: unknown[]) => void errors.push(...said.map(String)),
    warn: (code: string) => void warnings.push(code),
  };
  const whole: AuthConfig = { providers: [github], secret, url: origin, ...config, logger };
  const answer = await Auth(new Request(`${String(whole.url ?? origin)}/auth/providers`), whole);
  return { status: answer.status, warnings, errors: errors.join(" ") };
}

const warned: readonly (readonly [string, Partial<AuthConfig>])[] = [
  ["weak-cookie-script", { cookies: { csrfToken: { options: { httpOnly: false } } } }],
  ["weak-cookie-insecure", { useSecureCookies: false }],
  ["weak-cookie-same-site", { cookies: { sessionToken: { options: { sameSite: "none" } } } }],
  ["weak-cookie-domain", { cookies: { sessionToken: { options: { domain: "app.example" } } } }],
  ["weak-host", { url: undefined, trustHost: true }],
  ["weak-url", { url: "http://app.example" }],
  ["weak-session-lifetime", { session: { maxAge: 10 * 366 * 24 * 60 * 60 } }],
  ["weak-redirect", { callbacks: { redirect: ({ url }) => url } }],
  [
    "weak-linking",
    {
      providers: [
        GitHub({ clientId: "id", clientSecret: "shh", allowDangerousEmailAccountLinking: true }),
      ],
      adapter: { ...MemoryAdapter() },
    },
  ],
  [
    "weak-credentials",
    { providers: [Credentials({ credentials: {}, authorize: () => null })], sharedState },
  ],
  ["weak-rate-limit", { providers: [credentials], sharedState, rateLimit: false }],
  [
    "weak-rate-limit",
    { plugins: [twoFactor()], adapter: MemoryAdapter(), sharedState, rateLimit: false },
  ],
  ["weak-store", { adapter: MemoryAdapter() }],
  ["weak-state", { providers: [credentials] }],
  ["weak-state", { plugins: [twoFactor()], adapter: MemoryAdapter() }],
  [
    "weak-notices",
    { providers: [Password({ email: mailer })], adapter: MemoryAdapter(), sharedState },
  ],
  [
    "weak-webhook",
    { plugins: [audit(webhookAudit({ url: "http://siem.example/", secret: secret + secret }))] },
  ],
  [
    "weak-secret",
    {
      plugins: [
        authjsMigration({
          secret: "changeme",
          until: new Date(Date.now() + 864e5),
          weakSecret: true,
        }),
      ],
    },
  ],
  [
    "weak-two-factor-except",
    { plugins: [twoFactor({ except: ["gihtub"] })], adapter: MemoryAdapter(), sharedState },
  ],
];

const refused: readonly (readonly [string, Partial<AuthConfig>])[] = [
  ["weak-session-cookie-script", { cookies: { sessionToken: { options: { httpOnly: false } } } }],
  ["weak-jwt", { jwt: clearText }],
  ["weak-jwt", { jwt: unverified }],
];

describe("a dangerous configuration in production", () => {
  it.each(warned)("is warned about at start: %s", async (code, config) => {
    const { status, warnings } = await start(config);
    expect(status).toBe(200);
    // What takes a query is found out beside the request.
    await vi.waitFor(() => expect(warnings).toContain(code));
    expect(warnings.filter((one) => one === code)).toHaveLength(1);
  });

  it.each(warned)("is an error under `strict`: %s", async (code, config) => {
    const { status, errors } = await start({ ...config, strict: true });
    expect(status).toBe(500);
    expect(errors).toContain("`strict` makes this an error.");
    const told = [...errors.matchAll(/\((weak-[\w-]+)\)/g)].map(([, name]) => name);
    // The memory adapter and missing notices are weak, too.
    expect([code, "weak-store", "weak-notices"]).toEqual(expect.arrayContaining(told));
  });

  it.each(refused)("is an error: %s", async (code, config) => {
    const { status, errors } = await start(config);
    expect(status).toBe(500);
    expect(errors).toContain(`(${code})`);
  });

  it.each(encodings)("is an error: claims without protection, %s", async (_, to, from) => {
    const jwt: AuthConfig["jwt"] = {
      encode: ({ token }) => to(JSON.stringify({ ...token, jti: randomUUID() })),
      decode: ({ token = "" }) => parseObject(from(token)) ?? null,
    };
    const { status, errors } = await start({ jwt });
    expect(status).toBe(500);
    expect(errors).toContain("(weak-jwt)");
  });

  it.each([...warned, ...refused])("is found by the doctor: %s", async (code, config) => {
    const found = await examine(
      { providers: [github], secret, url: origin, ...config },
      { site: { origin: String(config.url ?? origin), basePath: "/auth" }, defaultFlows },
    );
    const [finding] = found.filter((one) => one.code === code);
    expect(finding?.cure).toBeTruthy();
    expect(found.some(({ about }) => about === "store")).toBe(true);
  });

  it("is tested and documented, whichever it is", async () => {
    const tested = [...warned, ...refused].map(([code]) => code);
    expect(checks.map(({ code }) => code).filter((code) => !tested.includes(code))).toEqual([]);
    const docs = await readFile(new URL("../../docs/configuration.md", import.meta.url), "utf8");
    expect(tested.filter((code) => !docs.includes(`| \`${code}\``))).toEqual([]);
  });

  it.each([
    "your-super-secret-key-that-is-long-enough",
    "please-change-me-before-going-to-production",
    "REPLACE_WITH_THE_OUTPUT_OF_OPENSSL_RAND",
  ])("is an error: the secret %s", async (placeholder) => {
    const { status, errors } = await start({ secret: placeholder });
    expect(status).toBe(500);
    expect(errors).toContain("is a placeholder");
  });

  it("is warned about when the client's address isn't known", async () => {
    const warnings: unknown[] = [];
    const logger = { warn: (code: string) => void warnings.push(code), error: () => undefined };
    const config: AuthConfig = {
      providers: [credentials],
      secret,
      url: origin,
      sharedState,
      logger,
    };
    const csrf = await Auth(new Request(`${origin}/auth/csrf`), config);
    const csrfToken = textMember(await csrf.json(), "csrfToken");
    const body = new URLSearchParams({ csrfToken, username: "ada", password: "guess" });
    const [cookie = ""] = (csrf.headers.get("set-cookie") ?? "").split(";");
    const headers = { cookie, origin };
    const send = (more: Partial<AuthConfig>) =>
      Auth(new Request(`${origin}/auth/callback/credentials`, { method: "POST", body, headers }), {
        ...config,
        ...more,
      });
    await send({ clientIp: () => "203.0.113.9" });
    expect(warnings).toEqual([]);
    await send({});
    await send({});
    expect(warnings).toEqual(["weak-client-address"]);
  });
});

describe("a sound configuration in production", () => {
  it.each<readonly [string, Partial<AuthConfig>]>([
    ["a plain one", {}],
    ["credentials", { providers: [credentials], sharedState }],
    ["a verified signature", { jwt: signed }],
    ["a verified HS256", { jwt: signedByJose("HS256") }],
    ["a verified RS512", { jwt: signedByJose("RS512") }],
    ["encryption", { jwt: sealed }],
    ["tokens that mean nothing", { jwt: opaque }],
    ...encodings
      .slice(0, 11)
      .map(([name, ...change]) => [`a MAC: ${name}`, { jwt: withMac("~", change) }] as const),
    ["a list of origins", { callbacks: { redirect: ({ baseUrl }) => baseUrl } }],
    ["loopback", { url: "http://localhost:3000" }],
  ])("starts without a word, strictly: %s", async (_, config) => {
    const { status, warnings, errors } = await start({ ...config, strict: true });
    expect({ status, warnings, errors }).toEqual({ status: 200, warnings: [], errors: "" });
  });

  it("is one whose platform checks the Host header", async () => {
    const config: AuthConfig = { providers: [github], secret, strict: true };
    setEnvDefaults({ NODE_ENV: "production", VERCEL: "1" }, config);
    expect((await Auth(new Request(`${origin}/auth/providers`), config)).status).toBe(200);
  });

  it("is one whose platform checks the Host header, if it's copied for each request", async () => {
    const config: AuthConfig = { providers: [github], secret };
    setEnvDefaults({ NODE_ENV: "production", VERCEL: "1" }, config);
    for (const one of [config, { ...config }]) {
      expect(await start({ ...one, url: undefined })).toMatchObject({ warnings: [] });
    }
  });
});
