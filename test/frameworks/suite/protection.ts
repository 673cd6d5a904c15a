import { describe, expect, it } from "vitest";
import Guest from "latchkey/providers/guest";
import { adasForm, people, strategies } from "../../support/config.js";
import { open, site, type Surroundings } from "./world.js";

const html = { accept: "text/html,application/xhtml+xml" };

/** Routes, and trees of them, that only those see who are signed in. */
export function protectionJourneys(around: Surroundings): void {
  describe.each(strategies)("with %s sessions", (strategy) => {
    it.each(["/account", "/members/one", "/members/none"])(
      "%s is closed to those who are not signed in",
      async (path) => {
        const { visitor } = await open(around, { strategy });
        const browser = visitor();
        for (const method of ["GET", "HEAD", "POST"]) {
          const answer = await browser.send({ method, path, headers: html });
          expect([302, 401, 404, 405]).toContain(answer.status);
          expect(answer.text).not.toMatch(/inside|^one$/);
        }
        const page = await browser.send({ path, headers: html });
        expect(page.headers.location).toContain("/auth/signin");
        expect((await browser.get("/open")).text).toBe("open");
      },
    );

    it("both are open to those who are, until they sign out", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      await browser.signIn(adasForm);
      expect((await browser.get("/account")).text).toBe("inside");
      expect((await browser.get("/members/one")).text).toBe("one");
      expect((await browser.get("/members/none")).status).toBe(404);
      await browser.signOut();
      expect((await browser.get("/account")).text).not.toBe("inside");
    });

    it("a forged, a cut and an empty session cookie open nothing", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      await browser.signIn(adasForm);
      const good = browser.cookies.get("authjs.session-token") ?? "";
      for (const value of [good.slice(0, -4), "x", "", "a.b.c.d.e"]) {
        browser.cookies.set("authjs.session-token", value);
        expect((await browser.send({ path: "/account", headers: html })).text).not.toBe("inside");
      }
    });
  });
}

/** What the guard of an integration says to those whom it refuses. */
export function guardJourneys(around: Surroundings): void {
  it("the guard leads a person to the sign-in page and back to the page", async () => {
    const { visitor } = await open(around, { strategy: "jwt" });
    const { status, headers } = await visitor().send({ path: "/members/one?a=1", headers: html });
    const target = new URL(headers.location ?? "", site);
    expect([status, target.origin + target.pathname]).toEqual([302, `${site}/auth/signin`]);
    expect(target.searchParams.get("callbackUrl")).toBe(`${site}/members/one?a=1`);
  });

  it("the guard leads to the application's own sign-in page, and leaves that one open", async () => {
    const pages = { signIn: "/members/one" };
    const { visitor } = await open(around, { strategy: "jwt", config: { pages } });
    const refused = await visitor().send({ path: "/account", headers: html });
    expect(refused.headers.location).toContain(`${site}/members/one?callbackUrl=`);
    expect((await visitor().send({ path: "/members/one", headers: html })).text).toBe("one");
  });

  describe.each(strategies)("with %s sessions", (strategy) => {
    it("the guard lets guests in where it says so, and nowhere else", async () => {
      const config = { providers: [people, Guest()] };
      const { visitor } = await open(around, { strategy, config });
      const nobody = await visitor().send({ path: "/cart", headers: html });
      expect([nobody.status, nobody.headers.location]).toEqual([
        302,
        expect.stringContaining("/auth/signin"),
      ]);
      const browser = visitor();
      await browser.submit("callback/guest", {});
      expect(await browser.session()).toMatchObject({ guest: true });
      expect((await browser.get("/cart")).text).toBe("cart");
      const json = { accept: "application/json" };
      for (const path of ["/account", "/members/one"]) {
        expect([path, (await browser.send({ path, headers: json })).status]).toEqual([path, 401]);
      }
      await browser.signIn(adasForm);
      expect((await browser.get("/cart")).text).toBe("cart");
      expect((await browser.get("/account")).text).toBe("inside");
    });
  });

  it("the guard answers a program with 401", async () => {
    const { visitor } = await open(around, { strategy: "jwt" });
    const asked = { path: "/account", headers: { accept: "application/json" } };
    expect((await visitor().send(asked)).status).toBe(401);
  });
}
