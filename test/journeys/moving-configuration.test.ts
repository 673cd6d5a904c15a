import { Auth } from "latchkey";
import GitHub from "latchkey/providers/github";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Browser } from "../support/client.js";
import { adasForm, people, recorder, secret, world, type TestConfig } from "../support/config.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const origin = "https://app.test";
const spa = "https://spa.test";

const idsOf = (value: unknown) => (typeof value === "object" && value ? Object.keys(value) : []);

describe("one malformed provider", () => {
  const malformed: Record<string, TestConfig["providers"][number]> = {
    "no endpoints": { id: "bare", name: "Bare", type: "oauth", clientId: "a" },
    // @ts-expect-error not every configuration is checked by a compiler
    "an unknown type": { id: "bare", name: "Bare", type: "saml" },
    "a factory that fails": function bare() {
      throw new Error("no options");
    },
  };

  it.each(Object.entries(malformed))("%s: it is left out, the others work", async (_, provider) => {
    const { config, log } = world("jwt", { providers: [provider, people] });
    const browser = new Browser(config);
    await browser.signIn(adasForm);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    expect(idsOf(await (await browser.get("providers")).json())).toEqual(["credentials"]);
    // Told once, and it names the provider.
    const told = log.entries.filter(({ level }) => level === "error");
    expect(told).toHaveLength(1);
    expect(String(told[0]?.message[0])).toMatch(/bare/);
  });

  it("the sign-in page says so in development, and not in production", async () => {
    const { config } = world("jwt", {
      providers: [{ id: "bare", name: "B", type: "oauth" }, people],
    });
    const page = async () => (await new Browser({ ...config }).get("signin")).text();
    expect(await page()).toContain("bare");
    vi.stubEnv("NODE_ENV", "production");
    expect(await page()).not.toContain("bare");
  });

  it("where nothing is left, that is an error as before", async () => {
    const log = recorder();
    const config = { secret, trustHost: true, logger: log.logger };
    const request = new Request(`${origin}/auth/session`);
    const providers: TestConfig["providers"] = [{ id: "bare", name: "B", type: "oauth" }];
    expect((await Auth(request, { ...config, providers })).status).toBe(500);
    expect(log.codes("error")).toEqual(["InvalidEndpoints"]);
  });
});

describe("a single-page application at another origin", () => {
  const from = (other: string) => ({ headers: { origin: other, "sec-fetch-site": "cross-site" } });

  it("may sign in when it is trusted, with the token", async () => {
    const { browser } = world("jwt", { trustedOrigins: [spa] });
    const person = browser();
    await person.signIn(adasForm, from(spa));
    expect(await person.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("not without the token, and not from elsewhere", async () => {
    const { browser } = world("jwt", { trustedOrigins: [spa] });
    const person = browser();
    await person.post("callback/credentials", adasForm, from(spa));
    const others = [
      "https://spa.test.evil.test",
      "http://spa.test",
      "https://spa.test:444",
      "null",
      "",
    ];
    for (const other of others) await person.signIn(adasForm, from(other));
    expect(await person.session()).toBeNull();
  });

  it.each(["*", "https://*.test", "https://spa.test/", "https://spa.test/app", "spa.test", "null"])(
    "%s is no origin, and refused at the start",
    async (wrong) => {
      const { browser, log } = world("jwt", { trustedOrigins: [wrong] });
      expect((await browser().get("session")).status).toBe(500);
      expect(log.codes("error")).toEqual(["InvalidConfiguration"]);
    },
  );
});

describe("sessions that a callback makes itself", () => {
  it("the log says what to remove, once", async () => {
    const jwt = { encode: () => "x", decode: () => null };
    const { browser, log } = world("database", { jwt });
    await browser().signIn(adasForm);
    await browser().session();
    const told = log.entries.filter(({ code }) => code === "session-made-twice");
    expect(told.map(({ message }) => String(message[0]))).toEqual([
      expect.stringContaining("createSession"),
    ]);
  });

  it.each<[string, "jwt" | "database", Partial<TestConfig>]>([
    ["tokens", "jwt", { jwt: { encode: () => "x", decode: () => null } }],
    ["rows alone", "database", {}],
    ["rows without credentials", "database", { providers: [GitHub], jwt: { encode: () => "x" } }],
  ])("nothing is said about %s", async (_, strategy, config) => {
    const { browser, log } = world(strategy, config);
    await browser().session();
    expect(log.codes("warn")).not.toContain("session-made-twice");
  });
});
