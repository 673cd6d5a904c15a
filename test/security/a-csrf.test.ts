import { describe, expect, it } from "vitest";
import { cookieNamesOf, location } from "../support/client.js";
import { adasForm, strategies, world } from "../support/config.js";

const csrfCookie = "__Host-latchkey.csrf-token";
const refused = "https://app.test/auth/signin?error=MissingCSRF";
const oauth = {
  id: "idp",
  name: "IdP",
  type: "oauth",
  clientId: "c",
  clientSecret: "s",
  authorization: "https://idp.test/authorize",
  token: "https://idp.test/token",
  userinfo: "https://idp.test/userinfo",
} as const;

describe.each(strategies)("A. CSRF and login CSRF, strategy %s", (strategy) => {
  const signedIn = async () => {
    const all = world(strategy);
    const ours = all.browser();
    await ours.signIn(adasForm);
    return { ...all, ours };
  };

  it("A01 POST signin/{oauth} without a token and without Origin is refused, and starts nothing", async () => {
    const ours = world(strategy, { providers: [oauth] }).browser();
    const headers = { origin: null, "sec-fetch-site": null };
    const response = await ours.post("signin/idp", {}, { headers });
    expect(location(response)).toBe(refused);
    expect(cookieNamesOf(response)).toEqual(["__Host-latchkey.failure"]);
  });

  it("A02 a token of another browser is refused", async () => {
    const { browser } = world(strategy);
    const [attacker, victim] = [browser(), browser()];
    const csrfToken = await attacker.csrfToken();
    await victim.csrfToken();
    const response = await victim.post("callback/credentials", { ...adasForm, csrfToken });
    expect(location(response)).toBe(refused);
    expect(await victim.session()).toBeNull();
  });

  it("A03 POST signout from another origin is refused although the token is right", async () => {
    const { ours } = await signedIn();
    const csrfToken = await ours.csrfToken();
    const headers = { origin: "https://evil.test", "sec-fetch-site": null };
    expect(location(await ours.post("signout", { csrfToken }, { headers }))).toBe(refused);
    expect(await ours.session()).not.toBeNull();
  });

  it("A04 POST with Origin: null is refused", async () => {
    const { ours } = await signedIn();
    const csrfToken = await ours.csrfToken();
    const headers = { origin: "null", "sec-fetch-site": null };
    expect(location(await ours.post("signout", { csrfToken }, { headers }))).toBe(refused);
    expect(await ours.session()).not.toBeNull();
  });

  it("A05 POST that the browser calls cross-site is refused although the pair is right", async () => {
    const { ours } = await signedIn();
    const csrfToken = await ours.csrfToken();
    const headers = { "sec-fetch-site": "cross-site" };
    expect(location(await ours.post("signout", { csrfToken }, { headers }))).toBe(refused);
    expect(await ours.session()).not.toBeNull();
  });

  it("A06 a client without Origin and Sec-Fetch-* needs the token, and no more", async () => {
    const headers = { origin: null, "sec-fetch-site": null };
    const { ours } = await signedIn();
    expect(location(await ours.post("signout", {}, { headers }))).toBe(refused);
    const csrfToken = await ours.csrfToken();
    expect(location(await ours.post("signout", { csrfToken }, { headers }))).toBe(
      "https://app.test",
    );
    expect(await ours.session()).toBeNull();
  });

  it("A07 an edited CSRF cookie counts as absent: refused, and a fresh one is issued", async () => {
    const token = "a".repeat(64);
    const broken = [
      (pair: string) => pair.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      (pair: string) => pair.replace("|", ""),
      (pair: string) => `${pair}|${pair}`,
      (pair: string) => `${pair.split("|")[0]}|`,
      (pair: string) => `|${pair.split("|")[1]}`,
      (pair: string) => `${token}|${pair.split("|")[1]}`,
      () => "|",
      () => "",
      () => "%",
    ];
    for (const edit of broken) {
      const ours = world(strategy).browser();
      const csrfToken = await ours.csrfToken();
      ours.plant(csrfCookie, edit(ours.cookie(csrfCookie) ?? ""));
      expect(location(await ours.post("signout", { csrfToken }))).toBe(refused);
      expect(location(await ours.post("signout", { csrfToken: token }))).toBe(refused);
      const fresh = await ours.csrfToken();
      expect(fresh).not.toBe(csrfToken);
      expect(location(await ours.post("signout", { csrfToken: fresh }))).toBe("https://app.test");
    }
  });

  it("A09 GET signin/{oauth} never starts a flow", async () => {
    const ours = world(strategy, { providers: [oauth] }).browser();
    const response = await ours.get("signin/idp");
    // A person is shown the ways in; what they choose there is a form.
    expect([response.status, location(response)]).toEqual([302, "https://app.test/auth/signin"]);
    expect(cookieNamesOf(response)).toEqual([]);
  });

  it("A10 GET signout only asks; the session is untouched", async () => {
    const { ours, store } = await signedIn();
    const sessions = store.sessions.size;
    expect((await ours.get("signout")).status).toBe(200);
    expect(store.sessions.size).toBe(sessions);
    expect(await ours.session()).not.toBeNull();
  });

  it("A12 POST session without a token is a 400, and the callbacks are not asked", async () => {
    let asked = 0;
    const { browser } = world(strategy, {
      callbacks: {
        jwt: ({ token }) => {
          asked++;
          return token;
        },
        session: ({ session }) => {
          asked++;
          return session;
        },
      },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    asked = 0;
    const response = await ours.postJson("session", { data: { name: "x" } });
    expect([response.status, await response.json()]).toEqual([400, null]);
    expect(asked).toBe(0);
  });

  it("A13 a csrfToken that is no single text is refused without a fault", async () => {
    const ours = world(strategy).browser();
    const token = await ours.csrfToken();
    for (const csrfToken of [
      [token],
      [token, token],
      { 0: token },
      7,
      true,
      null,
      { csrfToken: token },
    ]) {
      const response = await ours.postJson("signout", { csrfToken });
      expect(response.status).toBe(400);
      expect(cookieNamesOf(response)).toEqual([]);
    }
    const twice = await ours.postBody(
      "signout",
      new URLSearchParams([
        ["csrfToken", token],
        ["csrfToken", token],
      ]),
    );
    expect(twice.status).toBe(400);
  });

  it("A14 a csrfToken in the query does not count", async () => {
    const { ours } = await signedIn();
    const csrfToken = await ours.csrfToken();
    expect(location(await ours.post(`signout?csrfToken=${csrfToken}`))).toBe(refused);
    expect(await ours.session()).not.toBeNull();
  });
});
