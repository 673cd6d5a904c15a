import { Auth } from "latchkey";
import { encode, getToken } from "latchkey/jwt";
import { afterEach, describe, expect, it, vi } from "vitest";
import { people, recorder, secret, type TestConfig } from "../support/config.js";

const short = "x1y2z3w4".repeat(3) + "abcdefg";
const monotone = "ab".repeat(20);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/**
 * What a request gets with this configuration, and what was logged. Where the surroundings are another's
 * (`surround`) they are back before anything is waited for: the test runner needs its process at any time.
 */
async function ask(config: Partial<TestConfig>, surround?: () => unknown) {
  const log = recorder();
  const whole = { providers: [people], secret, trustHost: true, logger: log.logger, ...config };
  const request = new Request("https://app.test/auth/session");
  surround?.();
  const answer = Auth(request, whole);
  vi.unstubAllGlobals();
  const response = await answer;
  return { status: response.status, log };
}

describe("U01 where it can't be told, production is assumed: no secret, or a weak one, is refused", () => {
  it.each<[string, () => unknown]>([
    ["no process", () => vi.stubGlobal("process", undefined)],
    ["a process without an environment", () => vi.stubGlobal("process", {})],
    ["no NODE_ENV", () => vi.stubEnv("NODE_ENV", undefined)],
    ["an empty NODE_ENV", () => vi.stubEnv("NODE_ENV", "")],
    ["NODE_ENV=production", () => vi.stubEnv("NODE_ENV", "production")],
    ["NODE_ENV=staging", () => vi.stubEnv("NODE_ENV", "staging")],
    ["NODE_ENV=Development", () => vi.stubEnv("NODE_ENV", "Development")],
  ])("U01 %s", async (_, stub) => {
    for (const weak of [undefined, "", [], short, monotone]) {
      const { status, log } = await ask({ secret: weak }, stub);
      expect([status, log.codes("error")]).toEqual([500, ["MissingSecret"]]);
      expect(log.codes("warn")).toEqual([]);
    }
    const { status } = await ask({}, stub);
    expect(status).toBe(200);
  });

  it.each(["development", "test"])("U01 but not with NODE_ENV=%s", async (name) => {
    vi.stubEnv("NODE_ENV", name);
    const { status, log } = await ask({ secret: undefined });
    expect([status, log.codes("warn")]).toEqual([200, ["random-secret"]]);
  });
});

describe("U02 every secret that opens a session is as strong as the newest", () => {
  const weak: Record<string, Partial<TestConfig>> = {
    "an older one, too short": { secret: [secret, short] },
    "the oldest of three, of too few characters": { secret: [secret, `${secret}!`, monotone] },
    "jwt.secret, too short": { jwt: { secret: short } },
    "an older one of jwt.secret": { jwt: { secret: [secret, monotone] } },
  };

  it.each(Object.entries(weak))("U02 %s: refused in production", async (_, config) => {
    vi.stubEnv("NODE_ENV", "production");
    const { status, log } = await ask(config);
    expect([status, log.codes("error")]).toEqual([500, ["MissingSecret"]]);
    expect(log.errors("MissingSecret")[0]?.message).not.toContain(short);
  });

  it.each(Object.entries(weak))("U02 %s: warned about elsewhere", async (_, config) => {
    const { status, log } = await ask(config);
    expect([status, log.codes("warn")]).toEqual([200, ["weak-secret"]]);
  });

  it("U02 a secret that is no text is named, not stumbled over", async () => {
    vi.stubEnv("NODE_ENV", "production");
    // @ts-expect-error what JavaScript may pass
    const { status, log } = await ask({ secret: [42] });
    expect([status, log.codes("error")]).toEqual([500, ["MissingSecret"]]);
  });
});

describe("U03 getToken takes one token out of the headers, and nothing that only looks like it", () => {
  const salt = "authjs.session-token";
  const make = () => encode({ token: { sub: "9" }, secret, salt });

  it.each(["cookie", "Cookie", "COOKIE"])("U03 a plain object may say %s", async (name) => {
    const headers = { accept: "*/*", [name]: `${salt}=${await make()}` };
    expect(await getToken({ req: { headers }, secret })).toMatchObject({ sub: "9" });
  });

  it.each(["authorization", "Authorization", "AUTHORIZATION"])("U03 or %s", async (name) => {
    const headers = { [name]: `Bearer ${await make()}` };
    expect(await getToken({ req: { headers }, secret })).toMatchObject({ sub: "9" });
  });

  it("U03 a Bearer value with words after it is no token, nor is another scheme", async () => {
    const token = await make();
    for (const authorization of [
      `Bearer ${token} and more`,
      `Bearer ${token} `,
      `Bearer  ${token}`,
      `Basic ${token}`,
      `Bearer`,
      token,
    ]) {
      const req = { headers: { authorization } };
      expect(await getToken({ req, secret })).toBeNull();
      expect(await getToken({ req, secret, raw: true })).toBeNull();
    }
  });
});
