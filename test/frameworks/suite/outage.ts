import { expect, it } from "vitest";
import { ada, adasForm, type Strategy } from "../../support/config.js";
import { hushConsole, open, type Surroundings } from "./world.js";

const html = { accept: "text/html" };

/** A store that is away: what can't be known is never taken for "signed out". */
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

  it("a function that can't make the adapter is not called for those who have no session", async () => {
    const { browser, made, log } = await withoutStore("database");
    for (const path of ["/auth/session", "/auth/providers", "/auth/csrf", "/auth/signin", "/who"]) {
      expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
    }
    expect([made(), log.codes("error")]).toEqual([0, []]);
  });

  it("a function that can't make the adapter is not called to read a JWT session", async () => {
    const { browser, made, log } = await withoutStore("jwt");
    await browser.signIn(adasForm);
    const before = made();
    expect((await browser.get("/auth/session")).json()).toMatchObject({ user: { name: ada.name } });
    expect((await browser.get("/account")).text).toBe("inside");
    expect([made(), log.codes("error").length]).toEqual([before, 0]);
  });

  it("a function that can't make the adapter leaves one line in the log wherever it is needed", async () => {
    hushConsole();
    const { browser, log } = await withoutStore("database");
    browser.cookies.set("authjs.session-token", crypto.randomUUID());
    for (const path of ["/auth/session", "/who", "/account", "/members/one"]) {
      const before = log.codes("error").length;
      const answer = await browser.send({ path, headers: html });
      expect([path, answer.status, answer.setCookies]).toEqual([path, 503, []]);
      const lines = log.codes("error").length - before;
      expect([path, lines]).toEqual([path, 1]);
    }
  });

  /** An application whose database was out of reach when it started. JWT sessions begin while it is there. */
  async function withoutStore(strategy: Strategy) {
    let made = 0;
    const { visitor, log } = await open(around, {
      strategy,
      adapt: (adapter) => () => {
        made += 1;
        if (strategy === "jwt" && made === 1) return adapter;
        throw new Error("connection refused");
      },
    });
    return { browser: visitor(), made: () => made, log };
  }
}
