import { readFile } from "node:fs/promises";
import { Auth, setEnvDefaults, type AuthConfig } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { audit, webhookAudit } from "latchkey/plugins/audit";
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
  ["weak-store", { adapter: MemoryAdapter() }],
  ["weak-state", { providers: [credentials] }],
  [
    "weak-notices",
    { providers: [Password({ email: mailer })], adapter: MemoryAdapter(), sharedState },
  ],
  [
    "weak-webhook",
    { plugins: [audit(webhookAudit({ url: "http://siem.example/", secret: secret + secret }))] },
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
