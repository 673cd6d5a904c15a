import { afterAll, describe, expect, it } from "vitest";
import { Processes, sharedStores } from "../support/children/pair.js";
import { basePathOf, siteOfChildren } from "../support/children/plan.js";
import { location, sessionCookiesSet, type Browser } from "../support/client.js";
import type { Strategy } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { codeOf, nextCodeOf, turnOn, wrongCodeOf } from "../support/second-step-world.js";

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const stores = await sharedStores();

/** In all, half of them at each process: more than the ten that are looked at. */
const guesses = 12;
/**
 * Fewer than that: the one that gets in clears the count, the others may be counted after it, and
 * the user must be able to go on.
 */
const uses = 6;

describe.each(stores)("two real processes on %s", { timeout: 120_000 }, (name, skip, store) => {
  const sessions = [undefined, undefined];
  const processes = new Processes({ skip, store, inbox, rogue, sessions, secondStep: true });
  const answerer = (index: number) => processes.at(index).answer;

  /** Somebody new whose second step is on, and a browser in which they took the first one. */
  async function someone(strategy: Strategy, who: string) {
    const form = { email: `${who}-${strategy}-${name.toLowerCase()}@example.org` };
    const own = processes.browser(strategy);
    await own.signIn(form);
    const phone = await turnOn(own);
    const browser = processes.browser(strategy, 1);
    const asked = location(await browser.signIn(form));
    expect(asked).toBe(`${siteOfChildren}${basePathOf(strategy)}/second-step`);
    return { phone, form, browser };
  }
  /** The same at once in copies of a browser, half of them at each process. */
  async function race(tab: Browser, code: string, times: number): Promise<readonly Response[]> {
    const csrfToken = await tab.csrfToken();
    const copies = Array.from({ length: times }, (_one, index) => tab.copy(answerer(index)));
    return Promise.all(copies.map((copy) => copy.post("second-step", { code, csrfToken })));
  }
  const signedIn = (answers: readonly Response[]) =>
    answers.filter((answer) => sessionCookiesSet(answer).length > 0);

  describe.each(["database"] as const)("with sessions by %s", (strategy) => {
    /** Tries are counted by windows of ten minutes: within a few seconds of an end there would be two. */
    async function notAtTheEnd(): Promise<void> {
      const left = 600_000 - (Date.now() % 600_000);
      if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left));
    }

    it.skipIf(skip)("AA75 side by side they look at no more than ten wrong codes", async () => {
      const { phone, browser } = await someone(strategy, "guessed");
      await notAtTheEnd();
      const answers = await race(browser, wrongCodeOf(phone.secret), guesses);
      expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
      expect(signedIn(answers)).toEqual([]);
      const right = await race(browser, nextCodeOf(phone.secret), guesses);
      expect(signedIn(right)).toEqual([]);
    });

    it.skipIf(skip)(
      "AA76 of many uses of one code, and of one recovery code, one gets in",
      async () => {
        const { phone, form, browser } = await someone(strategy, "raced");
        expect(signedIn(await race(browser, nextCodeOf(phone.secret), uses))).toHaveLength(1);
        const others = await Promise.all(
          [0, 1, 2, 3].map(async (index) => {
            const other = processes.browser(strategy, index);
            await other.signIn(form);
            return other.submit("second-step", { code: phone.codes[0] ?? "" });
          }),
        );
        expect(signedIn(others), others.map(({ status }) => status).join(" ")).toHaveLength(1);
        const reused = processes.browser(strategy);
        await reused.signIn(form);
        const old = await reused.submit("second-step", { code: codeOf(phone.secret) });
        expect(signedIn([old])).toEqual([]);
      },
    );
  });
});
