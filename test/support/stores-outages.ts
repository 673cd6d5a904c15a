import { Auth } from "latchkey";
import type { Adapter } from "latchkey/adapters";
import { expect, it, vi } from "vitest";
import { Browser, location, sessionCookiesSet } from "./client.js";
import { open, storeApp, viaProvider, whoIs, type App } from "./stores-app.js";
import { faults, faulty, type Control } from "./stores-faults.js";

const home = "https://app.test";
const errorPage = `${home}/auth/error?error=Configuration`;
const failing = faults
  .filter(({ answers }) => !answers)
  .map((fault) => [fault.name, fault] as const);

/** Milliseconds for which the library waits for a call that never settles. */
const patience = 500;
/** What was given up on may take a while to be undone, on a busy machine. */
const eventually = { timeout: 10_000 };

/**
 * Waits for the store as long as applications do, unless a call never settles: what works must not fail because the
 * machine is slow.
 */
function visitor(shop: App, control: Control): Browser {
  const hasty = { ...shop.config, timeout: patience };
  return new Browser(shop.config, {
    auth: (request, config) =>
      Auth(request, control.fault?.name === "never settles" ? hasty : config),
  });
}

interface OutageOptions {
  /**
   * The store numbers users and has no transactions: if the answer to `createUser` is lost, nobody knows the number of the
   * row, and it stays. Its owner can sign in by email.
   */
  readonly losesNumbers?: boolean;
}

/** Declares what becomes of people when the store fails at one call, and of everyone when it fails at all of them. */
export function outageJourneys(
  adapter: () => Adapter,
  { losesNumbers = false }: OutageOptions = {},
): void {
  const someone = () => {
    const sub = crypto.randomUUID();
    return { sub, email: `${sub}@example.org` };
  };
  const isGone = (email: string) =>
    vi.waitFor(async () => expect(await adapter().getUserByEmail?.(email)).toBeNull(), eventually);

  it.each(failing)(
    "linkAccount %s at a first sign-in: no user is left, and the next attempt succeeds",
    async (name, fault) => {
      const pat = someone();
      const control: Control = { method: "linkAccount", fault, calls: new Set() };
      const shop = storeApp(faulty(adapter(), control));
      const ours = visitor(shop, control);
      const answer = await viaProvider(ours, "hub", pat);
      const owner = await adapter().getUserByAccount?.({
        provider: "hub",
        providerAccountId: pat.sub,
      });
      if (location(answer) === home) {
        // It was all written although no answer came, and the library looked.
        expect(name).toBe("does its work, then rejects");
        expect(owner).not.toBeNull();
      } else {
        expect(location(answer)).toBe(errorPage);
        expect(sessionCookiesSet(answer)).toEqual([]);
        expect(owner).toBeNull();
        await isGone(pat.email);
        expect(shop.events).toEqual({ created: [], linked: [] });
      }
      control.fault = undefined;
      await viaProvider(ours, "hub", pat);
      expect(await whoIs(ours)).toBeDefined();
      expect(shop.events.created).toHaveLength(1);
    },
  );

  it.each(failing)(
    "createUser %s: no user is left, also when only the answer was lost",
    async (name, fault) => {
      const { email } = someone();
      const control: Control = { method: "createUser", fault, calls: new Set() };
      const shop = storeApp(faulty(adapter(), control));
      const answer = await viaProvider(visitor(shop, control), "hub", { sub: email, email });
      expect(location(answer)).toBe(errorPage);
      const isLost = losesNumbers && name === "does its work, then rejects";
      if (!isLost) await isGone(email);
      control.fault = undefined;
      const ours = shop.browser();
      const again = isLost
        ? await open(ours, await shop.ask(ours, email))
        : await viaProvider(ours, "hub", { sub: email, email });
      expect(location(again)).toBe(home);
      expect(await whoIs(ours)).toBeDefined();
    },
  );

  it.each(failing)("every method %s: nobody is signed out", async (_, fault) => {
    const control: Control = { method: undefined, fault: undefined, calls: new Set() };
    const shop = storeApp(faulty(adapter(), control), {
      session: { strategy: "database", updateAge: 0 },
    });
    const ours = visitor(shop, control);
    const { email } = someone();
    await open(ours, await shop.ask(ours, email));
    const id = await whoIs(ours);
    for (const method of ["getSessionAndUser", "updateSession", "getUser", "getUserByAccount"]) {
      Object.assign(control, { method, fault });
      const expected = method === "getSessionAndUser" ? 503 : 200;
      // A read that works may be given up on, too, if the machine is slow.
      const read = async () => expect((await ours.get("session")).status).toBe(expected);
      await vi.waitFor(read, eventually);
    }
    control.fault = undefined;
    expect(id).toBeDefined();
    expect(await whoIs(ours)).toBe(id);
  });
}
