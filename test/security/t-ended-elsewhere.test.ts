import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { member } from "../support/authenticator.js";
import { Processes, sharedStores } from "../support/children/pair.js";
import { strategies } from "../support/children/plan.js";
import type { Browser } from "../support/client.js";
import type { Strategy } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { shareOf } from "../support/long-form.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const stores = await sharedStores();

/** Seconds for which a process goes by its last look. */
const within = 2;
const bound = () => pause(within * 1000 + 50);
const kept = { registry: { within } };

describe.each(stores)(
  "sessions on %s, in real processes",
  { timeout: 120_000 },
  (name, skip, store) => {
    const common = { skip, store, inbox, rogue };
    const processes = new Processes({
      ...common,
      // The third renews at every read; the last one is as it was before any of this.
      sessions: [kept, kept, { ...kept, updateAge: 0 }, undefined],
    });
    const at = (browser: Browser, index: number) => browser.copy(processes.at(index).answer);
    const signIn = async (strategy: Strategy, email: string, index = 0): Promise<Browser> => {
      const browser = processes.browser(strategy, index);
      await browser.signIn({ email });
      expect(await browser.session()).toMatchObject({ user: { email } });
      return browser;
    };
    const someone = () => `${crypto.randomUUID()}@example.org`;
    const isIn = async (browser: Browser, index: number) =>
      (await at(browser, index).session()) !== null;
    const seenBy = async (browser: Browser, indexes: readonly number[]) => {
      for (const index of indexes) expect(await isIn(browser, index)).toBe(true);
    };
    const refusedBy = async (browser: Browser, indexes: readonly number[]) => {
      for (const index of indexes) expect(await isIn(browser, index)).toBe(false);
    };
    const idsOf = async (strategy: Strategy, email: string, index: number, cookie?: string) => {
      const errand = { do: "list", email, ...(cookie !== undefined && { cookie }) } as const;
      const listed = await processes.at(index).manage(strategy, errand);
      return Array.isArray(listed) ? listed.map((one: unknown) => one) : [];
    };

    describe.each(
      shareOf(
        strategies,
        stores.findIndex(([one]) => one === name),
        2,
      ),
    )("with sessions by %s", (strategy) => {
      it.skipIf(skip)(
        "T27 one that ends in one process is refused there at once and elsewhere within the bound; the rest go on",
        async () => {
          const email = someone();
          const [phone, laptop] = [
            await signIn(strategy, email, 0),
            await signIn(strategy, email, 1),
          ];
          await seenBy(phone, [0, 1, 2]);
          const listed = await idsOf(strategy, email, 1, phone.cookieHeader(phone.basePath));
          expect(listed.map((one) => member(one, "current")).sort()).toEqual([false, true]);
          const id = String(
            member(
              listed.find((one) => member(one, "current") === true),
              "id",
            ),
          );
          expect(await processes.at(0).manage(strategy, { do: "end", id })).toBe(true);
          await refusedBy(phone, [0]);
          await bound();
          await refusedBy(phone, [0, 1, 2]);
          await seenBy(laptop, [0, 1, 2]);
          expect(await idsOf(strategy, email, 1)).toHaveLength(1);
        },
      );

      it.skipIf(skip)("T27 all of a user, or all but one, end everywhere", async () => {
        const [email, other] = [someone(), someone()];
        const stranger = await signIn(strategy, other, 1);
        const devices = [await signIn(strategy, email, 0), await signIn(strategy, email, 1)];
        const [mine, lost] = devices;
        if (!mine || !lost) throw new Error("Nobody has signed in.");
        for (const device of devices) await seenBy(device, [0, 1]);
        const cookie = mine.cookieHeader(mine.basePath);
        await processes.at(1).manage(strategy, { do: "endAll", email, cookie });
        await bound();
        await refusedBy(lost, [0, 1]);
        await seenBy(mine, [0, 1]);
        await processes.at(0).manage(strategy, { do: "endAll", email });
        await bound();
        await refusedBy(mine, [0, 1]);
        await seenBy(stranger, [0, 1]);
        await seenBy(await signIn(strategy, email, 0), [0, 1]);
      });

      it.skipIf(skip)("T27 a renewal that was under way does not bring it back", async () => {
        const email = someone();
        const browser = await signIn(strategy, email, 2);
        const [one] = await idsOf(strategy, email, 0);
        const readers = Array.from({ length: 20 }, () => at(browser, 2));
        const reads = readers.map(async (reader, index) => {
          await pause(index);
          return reader.session();
        });
        await pause(8);
        await processes.at(0).manage(strategy, { do: "end", id: String(member(one, "id")) });
        await Promise.all(reads);
        await bound();
        for (const reader of [browser, ...readers]) await refusedBy(reader, [0, 2]);
        expect(await idsOf(strategy, email, 1)).toEqual([]);
      });

      it.skipIf(skip)(
        "T27 cookies of before it was turned on stay signed in, get an id, and end with all of the user",
        async () => {
          const email = someone();
          const old = await signIn(strategy, email, 3);
          const copy = old.copy();
          await seenBy(old, [0, 1]);
          const renewed = at(old, 0);
          expect(await renewed.session()).toMatchObject({ user: { email } });
          await processes.at(0).manage(strategy, { do: "endAll", email });
          await bound();
          for (const browser of [old, copy, renewed]) await refusedBy(browser, [0, 1]);
        },
      );
    });
  },
);
