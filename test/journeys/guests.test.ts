import { describe, expect, it } from "vitest";
import { removeExpiredGuests } from "latchkey/providers/guest";
import { german } from "latchkey/languages";
import { Browser, location } from "../support/client.js";
import { day, useClock } from "../support/clock.js";
import { recorder, strategies, type TestConfig } from "../support/config.js";
import { arrive, guestWorld, sessionOf } from "../support/guest-world.js";

const clock = useClock();
const nothing = { user: { name: null, email: null, image: null }, guest: true };

describe.each(strategies)("guests, strategy %s", (strategy) => {
  it("have a session with a mark, and an id of their own", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    expect(await browser.session()).toMatchObject(nothing);
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id }, guest: true });
    expect(shop.store.sessions.size).toBe(0);
    expect(shop.events).toContain("guest.began");
    expect(shop.events).not.toContain("user.created");
  });

  it("stay the same guest, however often they ask", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    expect(location(await browser.submit("callback/guest"))).toBe("https://app.test");
    expect([...shop.store.users.keys()]).toEqual([id]);
  });

  it("keep their id when they sign up", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    await shop.signIn(browser, "ada");
    const session = await sessionOf(shop, browser);
    expect(session).toMatchObject({ user: { id, name: "ada", email: "ada@example.com" } });
    expect(session).not.toHaveProperty("guest");
    expect(await shop.userOf(id)).toMatchObject({ email: "ada@example.com" });
    expect(shop.events).toContain("user.created");
    expect([shop.moved, shop.store.users.size]).toEqual([[], 1]);
  });

  it("keep it with a magic link, too", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    await browser.submit("signin/nodemailer", { email: "ada@example.com" });
    await browser.submit("callback/nodemailer", { code: shop.mail.newest().code ?? "" });
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id } });
    expect((await shop.userOf(id))?.emailVerified).toBeInstanceOf(Date);
  });

  it("give their data to the account they sign in to, and are gone", async () => {
    const shop = guestWorld(strategy);
    const first = shop.browser();
    await shop.signIn(first, "ada");
    const [userId] = [...shop.store.users.keys()];
    const { browser, id } = await arrive(shop);
    await shop.signIn(browser, "ada");
    expect(shop.moved).toEqual([{ guestId: id, userId }]);
    expect([...shop.store.users.keys()]).toEqual([userId]);
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id: userId } });
    expect(browser.cookie("latchkey.guest")).toBeUndefined();
  });

  it("are audited once for each act, by the ids before and after", async () => {
    const shop = guestWorld(strategy);
    const acts = () => shop.told.splice(0).filter(({ type }) => type.startsWith("guest."));
    const { browser: first, id: userId } = await arrive(shop);
    expect(acts()).toMatchObject([{ type: "guest.began", userId, provider: "guest" }]);
    await shop.signIn(first, "ada");
    expect(acts()).toMatchObject([{ type: "guest.signed-up", userId, provider: "guest" }]);
    const { browser, id: guestId } = await arrive(shop);
    acts();
    await shop.signIn(browser, "ada");
    await shop.signIn(browser, "ada");
    expect(acts()).toMatchObject([{ type: "guest.moved", userId, guestId, provider: "guest" }]);
  });

  it("begin anew after signing out, which deletes them", async () => {
    const removed: string[] = [];
    const shop = guestWorld(strategy, {
      guest: { remove: ({ guestId }) => void removed.push(guestId) },
    });
    const { browser, id } = await arrive(shop);
    await browser.signOut();
    expect([await browser.session(), shop.store.users.size, removed]).toEqual([null, 0, [id]]);
  });

  it("last for thirty days after their last visit", async () => {
    const shop = guestWorld(strategy);
    const { browser } = await arrive(shop);
    clock.pass(29 * day);
    expect(await browser.session()).toMatchObject(nothing);
    clock.pass(29 * day);
    expect(await browser.session()).toMatchObject(nothing);
    clock.pass(31 * day);
    expect(await browser.session()).toBeNull();
  });

  it("are deleted some time after they expired, when another one comes", async () => {
    const shop = guestWorld(strategy);
    const { id } = await arrive(shop);
    clock.pass(31 * day);
    const { id: another } = await arrive(shop);
    expect(another).not.toBe(id);
    expect([...shop.store.users.keys()]).toEqual([another]);
  });

  it("are deleted by a job, however long nobody came, and nobody else is", async () => {
    const shop = guestWorld(strategy);
    for (let count = 0; count < 3; count += 1) await arrive(shop);
    const upgraded = await arrive(shop);
    await shop.signIn(upgraded.browser, "ada");
    clock.pass(100 * day);
    const removed: string[] = [];
    const remove = ({ guestId }: { guestId: string }) => void removed.push(guestId);
    expect(await removeExpiredGuests(shop.adapter, { remove })).toBe(3);
    expect(removed).toHaveLength(3);
    expect([...shop.store.users.keys()]).toEqual([upgraded.id]);
    expect(await removeExpiredGuests(shop.adapter)).toBe(0);
  });

  it("are told to the `session` callback, whose result can't take the mark away", async () => {
    const seen: unknown[] = [];
    const shop = guestWorld(strategy, {
      overrides: {
        callbacks: {
          session: ({ session }) => {
            seen.push(session.guest);
            return { user: { name: "somebody" }, expires: session.expires };
          },
        },
      },
    });
    const { browser } = await arrive(shop);
    expect(await browser.session()).toMatchObject({ user: { name: "somebody" }, guest: true });
    expect(seen).toEqual([true]);
  });

  it("find a button on the sign-in page, in their language", async () => {
    const { browser } = guestWorld(strategy, { overrides: { languages: [german] } });
    const page = await (await browser().get("signin")).text();
    expect(page).toContain("Continue without an account");
    // Below the other ways, without the mark of a provider.
    expect(page).toMatch(/data-kind="plain"[^]*action="[^"]*\/callback\/guest"/);
    expect(page.match(/class="button with-mark"/g)).toHaveLength(2);
    const headers = { "accept-language": "de" };
    expect(await (await browser().get("signin", { headers })).text()).toContain(
      "Ohne Konto fortfahren",
    );
  });
});

describe("a configuration with guests", () => {
  it("needs an adapter, and one with records", async () => {
    const without = guestWorld("jwt");
    const providers = without.config.providers.slice(-1);
    const bare = { ...without.config, providers, adapter: undefined, plugins: [] };
    const log = await errorOf(bare);
    expect(log).toContain("needs an adapter: it stores guests");
    const { records: _, ...old } = without.adapter;
    expect(await errorOf({ ...without.config, adapter: old, providers, plugins: [] })).toContain(
      "`records` for the provider",
    );
  });

  it.each([{ maxAge: 0 }, { maxAge: 1.5 }, { perClient: 0 }, { perClient: -1 }])(
    "with %j is refused",
    async (guest) => {
      const { config } = guestWorld("jwt", { guest });
      const log = await errorOf({ ...config, providers: config.providers.slice(-1) });
      expect(log).toContain("must be a whole number");
    },
  );
});

async function errorOf(config: TestConfig): Promise<string> {
  const log = recorder();
  await new Browser({ ...config, logger: log.logger }).get("signin");
  return log.entries.map(({ message }) => String(message[0])).join("\n");
}
