import { describe, expect, it } from "vitest";
import { textMember } from "../../support/client.js";
import { ada, adasForm, password, strategies } from "../../support/config.js";
import type { Answer, Visitor } from "../../support/visitor.js";
import { renaming } from "./sign-in.js";
import { open, pathIn, site, type Surroundings } from "./world.js";

/** Sends a form to a handler of the application, as a browser on the site does. */
function send(
  browser: Visitor,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = { origin: site, "sec-fetch-site": "same-origin" },
): Promise<Answer> {
  const body = new URLSearchParams(fields).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return browser.send({ method: "POST", path, body, headers: { ...type, ...headers } });
}

/** Sign-in, sign-out and update from the application's own code. */
export function callJourneys(around: Surroundings): void {
  describe.each(strategies)("with %s sessions", (strategy) => {
    it("a handler signs in by credentials, and goes where it is told", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      const answer = await send(browser, "/login", { ...adasForm, redirectTo: "/who" });
      expect([302, 303]).toContain(answer.status);
      expect(pathIn(answer.headers.location)).toBe("/who");
      expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
    });

    it("a handler signs out", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      await browser.signIn(adasForm);
      const answer = await send(browser, "/logout");
      expect([302, 303]).toContain(answer.status);
      expect(browser.sessionCookies()).toEqual([]);
      expect((await browser.get("/who")).text).toBe("null");
    });

    it("a handler asks for a fresh proof, which leads back to it", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      await browser.signIn(adasForm);
      const url = new URL(textMember((await browser.get("/danger?a=1")).json(), "url"));
      expect(pathIn(url.searchParams.get("callbackUrl") ?? "")).toBe("/danger?a=1");
      await browser.get(url.pathname + url.search);
      expect(pathIn((await browser.signIn(adasForm)).headers.location)).toBe("/danger?a=1");
      expect((await browser.get("/danger?a=1")).json()).toEqual({ ok: true });
    });

    it("a handler updates the session", async () => {
      const { visitor } = await open(around, { strategy, config: { callbacks: renaming } });
      const browser = visitor();
      await browser.signIn(adasForm);
      const answer = await send(browser, "/rename", { name: "Countess" });
      expect(answer.json()).toMatchObject({ user: { name: "Countess" } });
    });
  });

  it("a handler begins a sign-in at a provider, which ends as any other", async () => {
    const { visitor } = await open(around, { strategy: "jwt" });
    const browser = visitor();
    const begun = await send(browser, "/login/op");
    const { url } = await around.openid.visit(new URL(begun.headers.location ?? ""));
    expect((await browser.get(pathIn(url))).headers.location).toBe(`${site}/who`);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: "Pat Example" } });
  });

  it("a handler is told that the credentials were wrong", async () => {
    const { visitor } = await open(around, { strategy: "jwt" });
    const browser = visitor();
    const answer = await send(browser, "/login", { username: "ada", password: "wrong" });
    expect([answer.status, answer.text]).toEqual([403, "CredentialsSignin"]);
    expect(browser.sessionCookies()).toEqual([]);
  });

  it("a target on another site is not gone to", async () => {
    const { visitor } = await open(around, { strategy: "jwt" });
    const fields = { ...adasForm, redirectTo: "https://evil.test/" };
    const answer = await send(visitor(), "/login", fields);
    expect(new URL(answer.headers.location ?? "", site).origin).toBe(site);
  });

  it.each([
    ["its Origin", { origin: "https://evil.test" }],
    ["Sec-Fetch-Site", { "sec-fetch-site": "cross-site", origin: "https://evil.test" }],
    ["a sibling's Sec-Fetch-Site", { "sec-fetch-site": "same-site", origin: "http://b.test" }],
    ["an Origin of null", { origin: "null" }],
  ])("a form of another site, told by %s, neither signs in nor out", async (_, headers) => {
    const { visitor } = await open(around, { strategy: "jwt" });
    const browser = visitor();
    const refused = await send(browser, "/login", { username: "grace", password }, headers);
    expect(refused.status).toBe(403);
    expect(browser.sessionCookies()).toEqual([]);
    await browser.signIn(adasForm);
    expect((await send(browser, "/logout", {}, headers)).status).toBeGreaterThanOrEqual(400);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
  });
}
