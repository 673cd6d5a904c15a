import { skipCSRFCheck } from "latchkey";
import { describe, expect, it } from "vitest";
import { cookieNamesOf, location } from "../support/client.js";
import { adasForm, strategies, world } from "../support/config.js";

const csrfCookie = "__Host-latchkey.csrf-token";

describe.each(strategies)("the CSRF token, strategy %s", (strategy) => {
  it.each(["signin/credentials", "signout", "callback/credentials"])(
    "[AUT-5] POST %s without it is refused",
    async (route) => {
      const { browser, log } = world(strategy);
      const response = await browser().post(route, adasForm);
      expect(location(response)).toBe("https://app.test/auth/signin?error=MissingCSRF");
      expect(log.codes("error")).toEqual(["MissingCSRF"]);
    },
  );

  it("[AUT-5] POST session without it is a 400 with null", async () => {
    const response = await world(strategy).browser().postJson("session", { data: {} });
    expect([response.status, await response.json()]).toEqual([400, null]);
  });

  it("[AUT-5] skipCSRFCheck turns the check off, with a warning, and there is no token", async () => {
    const { browser, log } = world(strategy, { skipCSRFCheck });
    const ours = browser();
    await ours.post("callback/credentials", adasForm, { headers: { origin: "https://b.test" } });
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    expect((await ours.get("csrf")).status).toBe(404);
    expect(log.codes("warn")).toEqual(["csrf-disabled"]);
  });

  it("[AUT-5] any other value of skipCSRFCheck leaves the check on", async () => {
    // @ts-expect-error what JavaScript may give
    const response = await world(strategy, { skipCSRFCheck: true }).browser().post("signout");
    expect(location(response)).toContain("error=MissingCSRF");
  });

  it("decision 20: its cookie is set where a form or /csrf needs it, and nowhere else", async () => {
    const { browser } = world(strategy);
    for (const route of ["csrf", "signin", "signout"]) {
      expect(cookieNamesOf(await browser().get(route))).toEqual([csrfCookie]);
    }
    for (const route of ["session", "providers", "error", "verify-request"]) {
      expect(cookieNamesOf(await browser().get(route))).toEqual([]);
    }
  });

  it("decision 21: it is renewed at sign-in and at sign-out, so that older forms go stale", async () => {
    const ours = world(strategy).browser();
    const before = await ours.csrfToken();
    await ours.signIn(adasForm);
    const during = await ours.csrfToken();
    expect(during).not.toBe(before);
    expect(location(await ours.post("signout", { csrfToken: before }))).toContain("MissingCSRF");
    await ours.signOut();
    expect(await ours.csrfToken()).not.toBe(during);
  });

  it("decision 21: every secret of the list is accepted", async () => {
    const [older, newer] = [
      "an older secret for csrf, long: 1234",
      "a newer secret for csrf, long: 1234",
    ];
    const before = world(strategy, { secret: older }).browser();
    const csrfToken = await before.csrfToken();
    const cookie = before.cookie(csrfCookie) ?? "";

    const rotated = world(strategy, { secret: [newer, older] }).browser();
    rotated.plant(csrfCookie, cookie);
    expect(await rotated.csrfToken()).toBe(csrfToken);
    await rotated.post("callback/credentials", { ...adasForm, csrfToken });
    expect(await rotated.session()).not.toBeNull();

    const removed = world(strategy, { secret: newer }).browser();
    removed.plant(csrfCookie, cookie);
    const refused = await removed.post("callback/credentials", { ...adasForm, csrfToken });
    expect(location(refused)).toContain("MissingCSRF");
  });

  it("decision 21: its cookie holds an HMAC, not a hash that a client could make", async () => {
    const ours = world(strategy).browser();
    const token = await ours.csrfToken();
    expect(ours.cookie(csrfCookie)).toMatch(new RegExp(`^${token}\\|[0-9a-f]{64}$`));
  });

  it("decision 21: a cross-site POST is refused, token or not, and the log tells both origins", async () => {
    const { browser, log } = world(strategy);
    const ours = browser();
    const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    const response = await ours.signIn(adasForm, { headers });
    expect(location(response)).toContain("error=MissingCSRF");
    const message = log.errors("MissingCSRF")[0]?.message;
    expect(message).toContain("https://evil.test");
    expect(message).toContain("https://app.test");
  });

  it("decision 21: Sec-Fetch-Site decides where the browser sends it, else Origin", async () => {
    const accepted = async (headers: Record<string, string | null>) => {
      const ours = world(strategy).browser();
      await ours.signIn(adasForm, { headers });
      return (await ours.session()) !== null;
    };
    expect(await accepted({ "sec-fetch-site": "same-origin" })).toBe(true);
    expect(await accepted({ "sec-fetch-site": "none", origin: null })).toBe(true);
    expect(await accepted({ "sec-fetch-site": "same-site" })).toBe(false);
    expect(await accepted({ "sec-fetch-site": null })).toBe(true);
    expect(await accepted({ "sec-fetch-site": null, origin: null })).toBe(true);
    expect(await accepted({ "sec-fetch-site": null, origin: "https://b.test" })).toBe(false);
  });

  it("decision 21: the log says how to mend a proxy that ends TLS", async () => {
    const { browser, log } = world(strategy);
    const ours = browser({ origin: "http://app.test" });
    await ours.signIn(adasForm, { headers: { origin: "https://app.test" } });
    expect(log.errors("MissingCSRF")[0]?.message).toContain("set AUTH_URL to the site's https URL");
  });
});
