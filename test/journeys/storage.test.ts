import { describe, expect, it } from "vitest";
import { keepsRow, type StoreRow } from "../adapters/store-row.js";
import { everyStore } from "../support/stores.js";
import { open, storeApp, viaProvider, whoIs } from "../support/stores-app.js";
import { storageJourneys } from "../support/stores-journeys.js";
import { revocationJourneys } from "../support/stores-revocation.js";

const withoutTables: readonly string[] = ["memory", "Redis"];

/** In docs/stores.md. */
const rowOf = (name: string): StoreRow =>
  withoutTables.includes(name)
    ? { name: name === "memory" ? "Memory" : name, migrations: "none needed" }
    : { name: `SQL, ${name}`, migrations: "`latchkey migrate`" };

for (const kind of await everyStore()) {
  const store = kind.skip ? undefined : await kind.open();

  describe.skipIf(!store)(`on ${kind.name}`, () => {
    const adapter = () => store?.adapter ?? {};
    storageJourneys(adapter);
    revocationJourneys(adapter);
    keepsRow(rowOf(kind.name), { adapter });

    it("leaves in the store what it should, and no more", async () => {
      const before = await store?.census();
      const shop = storeApp(adapter(), { session: { strategy: "database" } });
      const [mail, hub] = [shop.browser(), shop.browser()];
      const tag = crypto.randomUUID();
      const link = await shop.ask(mail, `mail-${tag}@example.org`);
      const rowsSince = async () => {
        const now = await store?.census();
        return [
          (now?.users ?? 0) - (before?.users ?? 0),
          (now?.accounts ?? 0) - (before?.accounts ?? 0),
          (now?.sessions ?? 0) - (before?.sessions ?? 0),
          (now?.tokens ?? 0) - (before?.tokens ?? 0),
        ];
      };
      expect(await rowsSince()).toEqual([0, 0, 0, 1]);
      await open(mail, link);
      expect(await rowsSince()).toEqual([1, 1, 1, 0]);
      await viaProvider(hub, "hub", { sub: tag, email: `hub-${tag}@example.org` });
      await viaProvider(hub, "hub", { sub: tag });
      expect(await rowsSince()).toEqual([2, 2, 2, 0]);
      await viaProvider(hub, "lab", { sub: tag });
      expect(await rowsSince()).toEqual([2, 3, 2, 0]);
      expect(await whoIs(hub)).toBeDefined();
      await mail.signOut();
      await hub.signOut();
      expect(await rowsSince()).toEqual([2, 3, 0, 0]);
    });
  });
}
