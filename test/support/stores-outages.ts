import type { Adapter } from "latchkey/adapters";
import { expect, it } from "vitest";
import { location, sessionCookiesSet } from "./client.js";
import { open, storeApp, viaProvider, whoIs } from "./stores-app.js";
import { faults, faulty, type Control } from "./stores-faults.js";

const home = "https://app.test";
const errorPage = `${home}/auth/error?error=Configuration`;
const failing = faults
  .filter(({ answers }) => !answers)
  .map((fault) => [fault.name, fault] as const);

/** Milliseconds for which the library waits for the store. The statement that it gave up on may still be written. */
const patience = 500;
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

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

  it.each(failing)(
    "linkAccount %s at a first sign-in: no user is left, and the next attempt succeeds",
    async (name, fault) => {
      const pat = someone();
      const control: Control = { method: "linkAccount", fault, calls: new Set() };
      const shop = storeApp(faulty(adapter(), control), { timeout: patience });
      const ours = shop.browser();
      const answer = await viaProvider(ours, "hub", pat);
      await settled();
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
        expect(await adapter().getUserByEmail?.(pat.email)).toBeNull();
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
      const shop = storeApp(faulty(adapter(), control), { timeout: patience });
      const answer = await viaProvider(shop.browser(), "hub", { sub: email, email });
      expect(location(answer)).toBe(errorPage);
      await settled();
      const isLost = losesNumbers && name === "does its work, then rejects";
      if (!isLost) expect(await adapter().getUserByEmail?.(email)).toBeNull();
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
      timeout: patience,
      session: { strategy: "database", updateAge: 0 },
    });
    const ours = shop.browser();
    const { email } = someone();
    await open(ours, await shop.ask(ours, email));
    const id = await whoIs(ours);
    for (const method of ["getSessionAndUser", "updateSession", "getUser", "getUserByAccount"]) {
      Object.assign(control, { method, fault });
      const { status } = await ours.get("session");
      expect(status).toBe(method === "getSessionAndUser" ? 503 : 200);
    }
    control.fault = undefined;
    expect(id).toBeDefined();
    expect(await whoIs(ours)).toBe(id);
  });
}
