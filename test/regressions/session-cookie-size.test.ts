import { Auth, raw, skipCSRFCheck } from "latchkey";
import { describe, expect, it } from "vitest";
import { Browser, cookieNamesOf, location } from "../support/client.js";
import { adasForm, strategies, world, type TestConfig } from "../support/config.js";

/** Claims of which one is so many characters long. */
const holding = (size: () => number): Partial<TestConfig> => ({
  callbacks: { jwt: ({ token }) => ({ ...token, roles: "x".repeat(size()), small: "s" }) },
});

describe("decision 45: a session cookie", () => {
  it("of 4 KiB in all is nothing to tell, and a larger one is warned about once, with what is large", async () => {
    let size = 2000;
    const { browser, config, log } = world(
      "jwt",
      holding(() => size),
    );
    await browser().signIn(adasForm);
    expect(log.codes("warn")).toEqual([]);
    size = 4000;
    for (let times = 0; times < 3; times++) await browser().signIn(adasForm);
    expect(log.codes("warn")).toEqual(["session-cookie-large"]);
    const [text] = log.entries.filter(({ level }) => level === "warn")[0]?.message ?? [];
    expect(text).toContain("`roles` (4002 characters)");
    // Also where every request has a configuration object of its own.
    for (let times = 0; times < 2; times++) {
      await new Browser({ ...config }).signIn(adasForm);
    }
    expect(log.codes("warn")).toEqual(["session-cookie-large"]);
  });

  it("of more than 12 KiB is not written: sign-in ends with SessionTooLarge, and the log says what is large", async () => {
    const { browser, log } = world(
      "jwt",
      holding(() => 10_000),
    );
    const ours = browser();
    const response = await ours.signIn(adasForm);
    expect(location(response)).toBe("https://app.test/auth/error?error=SessionTooLarge");
    expect(ours.sessionCookies()).toEqual([]);
    const [error] = log.errors("SessionTooLarge");
    expect(error?.message).toContain("`roles` (10002 characters)");
    expect(error?.message).toContain("session.maxCookieSize");
    expect(error?.message).not.toContain("xxx");
    expect((await ours.get("error?error=SessionTooLarge")).status).toBe(500);
  });

  it("a program gets it thrown", async () => {
    const { config } = world(
      "jwt",
      holding(() => 10_000),
    );
    const form = new URLSearchParams({ ...adasForm, csrfToken: "x" });
    const request = new Request("https://app.test/auth/callback/credentials", {
      method: "POST",
      body: form,
    });
    const whole = { ...config, raw, skipCSRFCheck } as const;
    await expect(Auth(request, whole)).rejects.toMatchObject({
      type: "SessionTooLarge",
    });
  });

  it("session.maxCookieSize changes it, both ways", async () => {
    const cookiesWith = async (maxCookieSize: number, size: number) => {
      const { browser } = world("jwt", { ...holding(() => size), session: { maxCookieSize } });
      const ours = browser();
      await ours.signIn(adasForm);
      return ours.sessionCookies().length;
    };
    expect(await cookiesWith(20_000, 10_000)).toBe(4);
    expect(await cookiesWith(3000, 2500)).toBe(0);
    expect(await cookiesWith(100_000, 60_000)).toBeGreaterThan(15);
  });

  it("is read whatever its size, when another limit wrote it", async () => {
    const { config, browser } = world("jwt", {
      ...holding(() => 10_000),
      session: { maxCookieSize: 50_000 },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    const stricter = { ...config, session: {}, callbacks: {} };
    const cookie = ours.cookieHeader();
    const request = new Request("https://app.test/auth/session", { headers: { cookie } });
    const response = await Auth(request, stricter);
    expect(await response.json()).toMatchObject({ user: { name: "Ada" } });
  });

  it("that grew too large at a read is logged, and the session goes on as it was", async () => {
    let size = 10;
    const { browser, log } = world(
      "jwt",
      holding(() => size),
    );
    const ours = browser();
    await ours.signIn(adasForm);
    const token = ours.sessionToken();
    size = 10_000;
    const response = await ours.get("session");
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { user: { name: "Ada" } },
    ]);
    expect(cookieNamesOf(response)).toEqual([]);
    expect(log.codes("error")).toEqual(["SessionTooLarge"]);
    expect(ours.sessionToken()).toBe(token);
  });

  it("that an update would make too large is refused, and the session stays as it was", async () => {
    const { browser, log } = world("jwt", {
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === "update" ? { ...token, notes: session } : token,
      },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    const token = ours.sessionToken();
    const response = await ours.update("x".repeat(20_000));
    expect(response.ok).toBe(false);
    expect(log.codes("error")).toEqual(["SessionTooLarge"]);
    expect(ours.sessionToken()).toBe(token);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });
});

describe.each(strategies)("decision 45: with ordinary sessions, strategy %s", (strategy) => {
  it("nothing is told", async () => {
    const { browser, log } = world(strategy);
    await browser().signIn(adasForm);
    expect([...log.codes("warn"), ...log.codes("error")]).toEqual([]);
  });
});
