import { afterAll, describe, expect, it } from "vitest";
import { Person } from "../support/authenticator-world.js";
import { nothing, Processes, sharedStores } from "../support/children/pair.js";
import { basePathOf, siteOfChildren, strategies } from "../support/children/plan.js";
import { location, sessionCookiesSet, type Browser } from "../support/client.js";
import { openInbox } from "../support/inbox.js";
import { shareOf } from "../support/long-form.js";
import { ask } from "../support/mail-world.js";
import { backWithCode, begin } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const stores = await sharedStores();

/** In all. */
const uses = 50;

describe.each(stores)("two real processes on %s", { timeout: 120_000 }, (name, skip, store) => {
  const processes = new Processes({ skip, store, inbox, rogue, sessions: [undefined, undefined] });
  const answerer = (index: number) => processes.at(index).answer;
  const browser = processes.browser.bind(processes);
  /** The same at once in copies of a browser, half of them at each process. */
  const race = async (tab: Browser, use: (copy: Browser) => Promise<Response>) => {
    const copies = Array.from({ length: uses }, (_one, index) => tab.copy(answerer(index)));
    const answers = await Promise.all(
      copies.map(async (copy) => ({ copy, answer: await use(copy) })),
    );
    const winners = answers.filter(({ answer }) => sessionCookiesSet(answer).length > 0);
    const losers = answers.filter(({ answer }) => sessionCookiesSet(answer).length === 0);
    return { winners, told: new Set(losers.map(({ answer }) => location(answer))) };
  };
  /** Whoever won is signed in, at both. */
  const signedInAtBoth = async ({ winners }: Awaited<ReturnType<typeof race>>) => {
    expect(winners).toHaveLength(1);
    for (const index of [0, 1]) {
      const session = await winners[0]?.copy.copy(answerer(index)).session();
      expect(session).toHaveProperty("user");
    }
    for (const child of processes.children) {
      expect(child.codes("error")).not.toContain("SharedStateError");
    }
  };

  describe.each(shareOf(strategies, stores.findIndex(([one]) => one === name) + 1, 2))(
    "with sessions by %s",
    (strategy) => {
      const errorPage = (error: string) =>
        `${siteOfChildren}${basePathOf(strategy)}/error?error=${error}`;

      it.skipIf(skip)("T25 of fifty uses of one answer of a provider one signs in", async () => {
        const tab = browser(strategy);
        const request = await begin(tab);
        // A code of its own for each: it isn't the provider that refuses the second.
        const result = await race(tab, (copy) => copy.get(backWithCode(rogue, request)));
        await signedInAtBoth(result);
        expect(result.told).toEqual(new Set([errorPage("InvalidCheck")]));
      });

      it.skipIf(skip)("T25 of fifty uses of one link of a mail one signs in", async () => {
        const tab = browser(strategy);
        await ask(tab, `link-${strategy}@example.org`);
        const { pathname, search } = inbox.newest().link;
        const route = pathname.slice(tab.basePath.length + 1) + search;
        const result = await race(tab, (copy) => copy.get(route));
        await signedInAtBoth(result);
        expect(result.told).toEqual(new Set([errorPage("Verification")]));
      });

      it.skipIf(skip)("T25 of fifty uses of one code of a mail one signs in", async () => {
        const tab = browser(strategy);
        await ask(tab, `code-${strategy}@example.org`);
        const fields = { csrfToken: await tab.csrfToken(), code: inbox.newest().code };
        const result = await race(tab, (copy) => copy.post("callback/email", fields));
        await signedInAtBoth(result);
        expect(result.told).toEqual(new Set([errorPage("Verification")]));
      });

      it.skipIf(skip)(
        "T25 of fifty answers to one challenge of a passkey one signs in",
        async () => {
          const person = new Person(nothing, { browser: browser(strategy) });
          await person.register(`key-${strategy}@example.org`);
          await person.signOut();
          const { options } = await person.options({ action: "authenticate" });
          const data = await person.authenticator.get(options);
          const csrfToken = await person.browser.csrfToken();
          const fields = { csrfToken, action: "authenticate", data };
          const result = await race(person.browser, (copy) =>
            copy.post("callback/passkey", fields),
          );
          await signedInAtBoth(result);
          expect([...result.told].join()).toMatch(/^\S+error=WebAuthnVerificationError$/);
        },
      );
    },
  );
});
