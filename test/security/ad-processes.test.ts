import { afterAll, describe, expect, it } from "vitest";
import { Processes, sharedStores } from "../support/children/pair.js";
import { basePathOf, strategies } from "../support/children/plan.js";
import type { Browser } from "../support/client.js";
import { openInbox } from "../support/inbox.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const stores = await sharedStores();

/** In all, half of them at each process. */
const uses = 10;
const asJson = { headers: { accept: "application/json" } };

describe.each(stores)("two real processes on %s", { timeout: 120_000 }, (name, skip, store) => {
  const registry = { registry: { within: 0 } };
  const sessions = [registry, registry];
  const processes = new Processes({ skip, store, inbox, rogue, sessions, administered: true });
  const at = (browser: Browser, index: number) => browser.copy(processes.at(index).answer);

  describe.each(strategies)("strategy %s", (strategy) => {
    const here = `${strategy}-${name.toLowerCase()}`;
    const addresses = { admin: `admin-${here}@example.org`, user: `user-${here}@example.org` };
    const person = async (email: string): Promise<Browser> => {
      const browser = processes.browser(strategy);
      await browser.signIn({ email });
      return browser;
    };
    const seen = async (browser: Browser): Promise<readonly [unknown, boolean]> => {
      const session = await browser.session();
      const text = JSON.stringify(session);
      const who = Object.entries(addresses).find(([, email]) => text.includes(`"${email}"`))?.[0];
      return [who, text.includes("impersonator")];
    };
    const idOf = async (browser: Browser, email: string): Promise<string> => {
      const query = new URLSearchParams({ search: email }).toString();
      const told: unknown = await (await browser.get(`admin?${query}`, asJson)).json();
      return /"id":"([^"]+)"/.exec(JSON.stringify(told))?.[1] ?? "";
    };

    it.skipIf(skip)("AD47 an impersonation begins and ends at all of them alike", async () => {
      await person(addresses.user);
      const ours = await person(addresses.admin);
      const userId = await idOf(at(ours, 1), addresses.user);
      expect(userId).not.toBe("");
      await ours.submit("admin/impersonate", { userId });
      const there = at(ours, 1);
      expect(await seen(ours)).toEqual(["user", true]);
      expect(await seen(there)).toEqual(["user", true]);
      expect((await there.get("admin", asJson)).status).toBe(401);
      const kept = [at(ours, 0), at(ours, 1)];
      await there.submit("admin/return");
      for (const copy of kept) expect(await seen(copy)).toEqual(["admin", false]);
      await ours.submit("admin/impersonate", { userId });
      const boss = await person(addresses.admin);
      await at(boss, 1).submit("admin/ban", { userId });
      expect(await seen(ours)).toEqual(["admin", false]);
      await at(boss, 0).submit("admin/unban", { userId });
      expect(await seen(at(ours, 1))).toEqual(["user", true]);
      await at(ours, 1).submit("signout");
      expect(await seen(ours)).not.toEqual(["user", true]);
    });

    it.skipIf(skip)("AD48 an invitation lets one in, once at all of them", async () => {
      const ours = await person(addresses.admin);
      const email = `invited-${here}@example.org`;
      await ours.submit("admin/invite", { email });
      const { link } = inbox.newest();
      expect(link.pathname).toBe(`${basePathOf(strategy)}/admin/invitation`);
      const token = link.searchParams.get("token") ?? "";
      const theirs = processes.browser(strategy);
      const csrfToken = await theirs.csrfToken();
      const copies = Array.from({ length: uses }, (_one, index) => at(theirs, index));
      const answers = await Promise.all(
        copies.map((copy) => copy.post("admin/invitation", { token, csrfToken })),
      );
      const gone = answers.filter(({ status }) => status === 410);
      expect(gone).toHaveLength(uses - 1);
      const read = await Promise.all(copies.map((copy) => copy.session()));
      expect(read.filter((session) => JSON.stringify(session).includes(email))).toHaveLength(1);
    });
  });
});
