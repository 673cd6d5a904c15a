import { CredentialsSignin } from "latchkey/errors";
import Credentials from "latchkey/providers/credentials";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cookieNamesOf, location, sessionCookiesSet } from "../support/client.js";
import { adasForm, password, strategies, world } from "../support/config.js";

describe.each(strategies)("L. credentials, strategy %s", (strategy) => {
  it.each([null, false, undefined, {}, [], "ada", 7, true, [{ id: "1" }], () => ({ id: "1" })])(
    "L01 authorize gives %j: refused, no cookie",
    async (answer) => {
      // @ts-expect-error what JavaScript may give
      const provider = Credentials({ authorize: () => answer });
      const response = await world(strategy, { providers: [provider] })
        .browser()
        .signIn(adasForm);
      expect(location(response)).toContain("/auth/signin?error=CredentialsSignin&code=credentials");
      expect(sessionCookiesSet(response)).toEqual([]);
    },
  );

  it("L02 a code is encoded and cut", async () => {
    for (const code of [
      "<script>alert(1)</script>",
      "x".repeat(10_000),
      "a&error=Other",
      "\r\nX: y",
    ]) {
      class Odd extends CredentialsSignin {
        override code = code;
      }
      const provider = Credentials({
        authorize: () => {
          throw new Odd();
        },
      });
      const { browser } = world(strategy, { providers: [provider] });
      const ours = browser();
      const target = new URL(location(await ours.signIn(adasForm)));
      expect([...target.searchParams.keys()]).toEqual(["error", "code"]);
      expect(target.searchParams.get("code")).toBe(code.slice(0, 64));
      expect(target.href.length).toBeLessThan(400);
      const html = await (await ours.get(`signin${target.search}`)).text();
      expect(html).not.toContain("<script>alert");
    }
  });

  it("L03 another error shows nothing of itself to the browser; the log has it, without the password", async () => {
    const provider = Credentials({
      authorize: () => {
        throw new Error("connect ECONNREFUSED db.internal:5432");
      },
    });
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { browser, log } = world(strategy, { providers: [provider], debug: true });
    const ours = browser();
    const response = await ours.signIn(adasForm);
    expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    const page = await ours.get("error?error=Configuration");
    expect(await page.text()).not.toContain("db.internal");
    expect(log.errors("CallbackRouteError")[0]?.cause).toMatchObject({
      err: { message: "connect ECONNREFUSED db.internal:5432" },
    });
    expect(JSON.stringify(log.entries)).not.toContain(password);
  });

  it("L04 fields are data of their own, whatever their names and values", async () => {
    const seen: Record<string, unknown>[] = [];
    const provider = Credentials({
      authorize: (given) => {
        seen.push(given);
        return null;
      },
    });
    const ours = world(strategy, { providers: [provider] }).browser();
    const csrfToken = await ours.csrfToken();
    const odd = '{"__proto__":{"admin":true},"constructor":"c","list":[1],"object":{"a":1}';
    await ours.postBody("callback/credentials", `${odd},"csrfToken":"${csrfToken}"}`, {
      headers: { "content-type": "application/json" },
    });
    const [given = {}] = seen;
    expect(Object.keys(given)).toEqual(["__proto__", "constructor", "list", "object", "csrfToken"]);
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
    expect(Reflect.get({}, "admin")).toBeUndefined();
    expect(given).toMatchObject({ list: [1], object: { a: 1 } });
  });

  it("L04 a password of a megabyte is refused before authorize is asked", async () => {
    let asked = 0;
    const provider = Credentials({
      authorize: () => {
        asked++;
        return null;
      },
    });
    const ours = world(strategy, { providers: [provider] }).browser();
    const response = await ours.signIn({ password: "x".repeat(1024 * 1024) });
    expect([response.status, cookieNamesOf(response), asked]).toEqual([413, [], 0]);
  });

  it("L05 GET callback/credentials with user and password in the query is refused", async () => {
    const ours = world(strategy).browser();
    const csrfToken = await ours.csrfToken();
    const query = new URLSearchParams({ ...adasForm, csrfToken });
    const response = await ours.get(`callback/credentials?${query.toString()}`);
    expect(response.status).toBe(405);
    expect(cookieNamesOf(response)).toEqual([]);
    const posted = await ours.post(`callback/credentials?${query.toString()}`, { csrfToken });
    expect(location(posted)).toContain("error=CredentialsSignin");
  });

  it("L06 the cookie is of the configured strategy, never a JWT where sessions are rows", async () => {
    const ours = world(strategy).browser();
    await ours.signIn(adasForm);
    expect((ours.sessionToken() ?? "").split(".")).toHaveLength(strategy === "jwt" ? 5 : 1);
    expect(await ours.session()).not.toBeNull();
  });
});
