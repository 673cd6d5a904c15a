import { describe, expect, it } from "vitest";
import { adasForm, strategies } from "../../support/config.js";
import { open, type Surroundings } from "./world.js";

/** The cookie of a session that is read is renewed on the response that is being made. */
export function renewalJourneys(around: Surroundings): void {
  describe.each(strategies)("with %s sessions", (strategy) => {
    const always = { session: { strategy, updateAge: 0 } };
    const renewed = (lines: readonly string[]) =>
      lines.filter((line) => line.startsWith("authjs.session-token="));

    it("a read that is due renews the cookie, once", async () => {
      const { visitor } = await open(around, { strategy, config: always });
      const browser = visitor();
      await browser.signIn(adasForm);
      const answer = await browser.get("/who");
      expect(renewed(answer.setCookies)).toEqual([
        expect.stringMatching(/; Path=\/; .*HttpOnly; SameSite=Lax$/),
      ]);
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect((await browser.get("/account")).text).toBe("inside");
      expect(renewed((await browser.get("/account")).setCookies)).toHaveLength(1);
    });

    it("nothing is set while it is not due, nor where nobody asks for the session", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      await browser.signIn(adasForm);
      expect((await browser.get("/who")).setCookies).toEqual([]);
      const { visitor: eager } = await open(around, { strategy, config: always });
      const other = eager();
      await other.signIn(adasForm);
      expect((await other.get("/open")).setCookies).toEqual([]);
    });

    it("a sign-out is not undone by a renewal", async () => {
      const { visitor } = await open(around, { strategy, config: always });
      const browser = visitor();
      await browser.signIn(adasForm);
      const out = await browser.signOut();
      expect(renewed(out.setCookies)).toEqual([expect.stringContaining("Max-Age=0")]);
      expect(browser.sessionCookies()).toEqual([]);
    });
  });
}
