import { expect, it } from "vitest";
import { ada, adasForm } from "../../support/config.js";
import { hushConsole, open, type Surroundings } from "./world.js";

const html = { accept: "text/html" };

/** A store that is away: what can not be known is never taken for "signed out". */
export function outageJourneys(around: Surroundings): void {
  it("while the store is away everything that asks is 503, and afterwards all is as before", async () => {
    hushConsole();
    let away = false;
    const { visitor } = await open(around, {
      strategy: "database",
      adapt: (adapter) => ({
        ...adapter,
        getSessionAndUser: (token) =>
          away ? Promise.reject(new Error("connection lost")) : adapter.getSessionAndUser(token),
      }),
    });
    const browser = visitor();
    await browser.signIn(adasForm);
    away = true;
    for (const path of ["/auth/session", "/who", "/account", "/members/one"]) {
      const answer = await browser.send({ path, headers: html });
      expect([path, answer.status, answer.setCookies]).toEqual([path, 503, []]);
      expect(answer.text).not.toMatch(/connection lost|inside|^one$/);
    }
    expect((await browser.get("/open")).text).toBe("open");
    away = false;
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
  });
}
