import type { Adapter } from "latchkey/adapters";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser } from "../support/client.js";
import { backFrom, open, storeApp, stubProvider, viaProvider } from "../support/stores-app.js";
import type { App, Visitor } from "../support/stores-app.js";

/*
 * How many statements each act takes, those on the tables of the adapter and those of shared state: what is good for
 * one use is marked as used there, and limits are counted there. A number that rises here is a round trip more for
 * everybody who signs in.
 */

type Statements = readonly [store: number, state: number];

export interface Taken {
  /** The session, once. Nothing is remembered between requests. */
  readonly read: Statements;
  /** Both lookups in one, and the new session. */
  readonly known: Statements;
  /** The same, and the tokens that the provider gave (decision 53). Only PostgreSQL gives back the row as it then is. */
  readonly knownWithTokens: Statements;
  /** Who is signed in, both lookups in one, the new session, and the old one ended. */
  readonly signedIn: Statements;
  /** Who is signed in, whose account it is, and the account. */
  readonly link: Statements;
  /** Both lookups in one, the session, and in a transaction: the user, as the database made it, and the account. */
  readonly first: Statements;
  /** The token, both lookups in one, and the new session; the mails that were asked for are forgotten. */
  readonly mail: Statements;
  /** All forms in which the token may be stored at once. */
  readonly wrongMail: Statements;
  /** The session is ended. */
  readonly signOut: Statements;
}

/** What the SQL adapter takes, and no other store takes more. */
export const least: Taken = {
  read: [1, 0],
  known: [2, 1],
  knownWithTokens: [4, 1],
  signedIn: [4, 1],
  link: [3, 1],
  first: [6, 1],
  mail: [3, 3],
  wrongMail: [1, 0],
  signOut: [1, 0],
};

/** PostgreSQL returns the rows that it changes. */
export const leastOnPostgres: Taken = { ...least, knownWithTokens: [3, 1] };

interface Counting {
  readonly skip?: boolean;
  /** Opens the store with its tables. Each statement it runs is told to `saw`, and `begin` for each transaction. */
  readonly open: (saw: (statement: string) => void) => Promise<Opened>;
  readonly taken: Taken;
}

interface Opened {
  readonly adapter: Adapter;
  readonly close: () => unknown;
}

/** Declares that each act takes so many statements on this store. */
export function countStatements(
  name: string,
  { skip = false, open: start, taken }: Counting,
): void {
  describe.skipIf(skip)(`statements on ${name}`, () => {
    const seen: string[] = [];
    let store: Opened;
    let app: App;

    beforeAll(async () => {
      store = await start((statement) => {
        // A transaction counts once.
        if (!/^\s*(?:commit|rollback)\b/i.test(statement)) seen.push(statement);
      });
      const shop = storeApp(store.adapter, { session: { strategy: "database" } });
      const still = stubProvider("still", { account: () => undefined });
      const config = { ...shop.config, providers: [...shop.config.providers, still] };
      app = { ...shop, browser: () => new Browser(config) };
      // What is asked once in a process: whether there is a table of shared state, and what a server can do.
      const browser = app.browser();
      await viaProvider(browser, "hub", someone());
      await browser.signOut();
    });
    afterAll(() => store.close());

    const during = async (act: () => Promise<unknown>): Promise<Statements> => {
      seen.length = 0;
      await act();
      // What has expired is removed by the way.
      const counted = seen.filter((text) => !/delete[^]*latchkey_state[^]*expires <=/.test(text));
      const state = counted.filter((text) => text.includes("latchkey_state")).length;
      return [counted.length - state, state];
    };
    const signedIn = async (provider: string): Promise<[Browser, Visitor]> => {
      const [browser, pat] = [app.browser(), someone()];
      await viaProvider(browser, provider, pat);
      return [browser, pat];
    };
    const returning = async (browser: Browser, provider: string, pat: Visitor) => {
      const back = await backFrom(browser, provider, pat);
      return during(() => browser.get(back));
    };

    test("reading a session", async () => {
      const [browser] = await signedIn("still");
      expect(await during(() => browser.session())).toEqual(taken.read);
    });

    test("a known account", async () => {
      const [, pat] = await signedIn("still");
      expect(await returning(app.browser(), "still", pat)).toEqual(taken.known);
    });

    test("a known account whose tokens are kept", async () => {
      const [, pat] = await signedIn("hub");
      expect(await returning(app.browser(), "hub", pat)).toEqual(taken.knownWithTokens);
    });

    test("a known account, while signed in", async () => {
      const [browser, pat] = await signedIn("still");
      expect(await returning(browser, "still", pat)).toEqual(taken.signedIn);
    });

    test("another account is linked", async () => {
      const [browser, { sub }] = await signedIn("still");
      expect(await returning(browser, "hub", { sub })).toEqual(taken.link);
    });

    test("a first sign-in", async () => {
      expect(await returning(app.browser(), "still", someone())).toEqual(taken.first);
    });

    test("a link in a mail, and one that is wrong", async () => {
      const { email } = someone();
      await open(app.browser(), await app.ask(app.browser(), email));
      const link = await app.ask(app.browser(), email);
      const wrong = new URL(link);
      wrong.searchParams.set("token", crypto.randomUUID().repeat(2));
      expect(await during(() => open(app.browser(), wrong.href))).toEqual(taken.wrongMail);
      expect(await during(() => open(app.browser(), link))).toEqual(taken.mail);
      expect(await during(() => open(app.browser(), link))).toEqual(taken.wrongMail);
    });

    test("signing out", async () => {
      const [browser] = await signedIn("still");
      expect(await during(() => browser.signOut())).toEqual(taken.signOut);
    });
  });
}

function someone(): { sub: string; email: string } {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub}@example.org` };
}
