import { afterAll, describe, expect, it } from "vitest";
import { Processes, sharedStores } from "../support/children/pair.js";
import { basePathOf } from "../support/children/plan.js";
import type { Browser } from "../support/client.js";
import { openInbox } from "../support/inbox.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const stores = await sharedStores();

/** In all, half of them at each process. */
const uses = 10;

describe.each(stores)("two real processes on %s", { timeout: 120_000 }, (name, skip, store) => {
  const registry = { registry: { within: 0 } };
  const sessions = [registry, registry];
  const processes = new Processes({ skip, store, inbox, rogue, sessions, changesEmail: true });
  const strategy = "database";
  const here = name.toLowerCase();
  const person = async (email: string): Promise<Browser> => {
    const browser = processes.browser(strategy);
    await browser.signIn({ email });
    return browser;
  };
  const linkTo = (email: string): URL => {
    const mail = inbox.mails.findLast(({ recipients }) => recipients.includes(email));
    if (mail) return mail.link;
    throw new Error(`No mail went to ${email}.`);
  };
  /** Presses the button of a link at both processes at once. */
  async function race(tab: Browser, link: URL): Promise<number[]> {
    const csrfToken = await tab.csrfToken();
    const fields = { ...Object.fromEntries(link.searchParams), csrfToken };
    const route = link.pathname.slice(basePathOf(strategy).length + 1);
    const copies = Array.from({ length: uses }, (_one, at) => tab.copy(processes.at(at).answer));
    const answers = await Promise.all(copies.map((copy) => copy.post(route, fields)));
    return answers.map(({ status }) => status).filter((status) => status === 200);
  }

  it.skipIf(skip)(
    "EM18 a link counts once at all of them, and two users get one address once",
    async () => {
      const [former, wanted] = [`former-${here}@example.org`, `wanted-${here}@example.org`];
      const first = await person(`first-${here}@example.org`);
      await first.submit("change-email", { email: former });
      expect(await race(first, linkTo(former))).toHaveLength(1);

      await first.submit("change-email", { email: wanted });
      const firsts = linkTo(wanted);
      const second = await person(`second-${here}@example.org`);
      await second.submit("change-email", { email: wanted });
      const seconds = linkTo(wanted);
      const done = await Promise.all([race(first, firsts), race(second, seconds)]);
      expect(done.flat()).toHaveLength(1);
      const told = await Promise.all([first.session(), second.session()]);
      expect(told.filter((session) => JSON.stringify(session).includes(wanted))).toHaveLength(1);
    },
  );
});
