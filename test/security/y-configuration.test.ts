import { Auth } from "latchkey";
import Credentials from "latchkey/providers/credentials";
import { describe, expect, it } from "vitest";
import { world, type TestConfig } from "../support/config.js";

/** What the log says of a configuration that is refused; undefined when it isn't. */
async function refusal(overrides: Partial<TestConfig>): Promise<string | undefined> {
  const { config, log } = world("jwt", overrides);
  const response = await Auth(new Request("https://app.test/auth/session"), config);
  const [error] = log.entries.filter(({ level }) => level === "error");
  expect(response.status).toBe(error ? 500 : 200);
  return error && String(error.message[0]);
}

describe("Y. a configuration that is wrong is found when it is first used", () => {
  const named = (id: string) => Credentials({ id, name: "Odd", authorize: () => null });

  it.each([
    "",
    " ",
    "__proto__",
    "a/b",
    "/",
    "a\\b",
    ".",
    "..",
    "...",
    "a\nb",
    "a\u0000",
    "\ud83d",
  ])("Y16 the provider id %j is refused", async (id) => {
    expect(await refusal({ providers: [named(id)] })).toMatch(/^InvalidProvider: .*`id`/);
  });

  it("Y16 ids that differ only in case are refused, and the log names one of them", async () => {
    const message = await refusal({ providers: [named("google"), named("Google")] });
    expect(message).toContain('"Google"');
    expect(message).toContain("differ only in case");
  });

  it("Y16 other ids are accepted", async () => {
    const ids = ["my id", "login.gov", "constructor", "ü", "a:b", "a_b-c"];
    expect(await refusal({ providers: ids.map(named) })).toBeUndefined();
  });

  it.each<[string, NonNullable<TestConfig["cookies"]>, Partial<TestConfig>?]>([
    ["no `domain`", { sessionToken: { name: "__Host-s", options: { domain: "app.test" } } }],
    ["`path`", { sessionToken: { name: "__Host-s", options: { path: "/app" } } }],
    ["`path`", { csrfToken: { name: "__host-c", options: { path: "" } } }],
    ["`secure`", { sessionToken: { name: "__Host-s", options: { secure: false } } }],
    ["`secure`", { state: { name: "__Secure-f", options: { secure: false } } }],
    ["`secure`", { sessionToken: { name: "__Secure-s" } }, { useSecureCookies: false }],
    ["`secure`", { sessionToken: { name: "__Host-s" } }, { url: "http://app.test" }],
    ["its name", { sessionToken: { name: "a b" } }],
    ["its name", { callbackUrl: { name: "" } }],
    ["its name", { callbackUrl: { name: "a;b" } }],
  ])("Y17 a cookie that needs %s: %o is refused", async (why, cookies, more = {}) => {
    const message = await refusal({ cookies, ...more });
    expect(message).toContain(why);
    expect(message).toContain("`cookies`");
  });

  it("Y17 cookies that browsers keep are accepted", async () => {
    for (const cookies of [
      { sessionToken: { name: "__Host-s" } },
      { sessionToken: { name: "__Secure-s", options: { domain: "app.test", path: "/app" } } },
      { sessionToken: { options: { domain: "app.test" } }, csrfToken: { options: { path: "/x" } } },
    ]) {
      expect(await refusal({ cookies })).toBeUndefined();
    }
    const secure = { sessionToken: { name: "__Host-s", options: { secure: true } } };
    expect(await refusal({ cookies: secure, url: "http://localhost:3000" })).toBeUndefined();
  });
});
