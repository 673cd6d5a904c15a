import { createMemoryStore, MemoryAdapter, type MemoryStore } from "latchkey/adapters/memory";
import type { Adapter } from "latchkey/adapters";
import Passkey from "latchkey/providers/passkey";
import { describe, expect, it } from "vitest";
import { Person } from "../support/authenticator-world.js";
import { sessionCookiesSet, type Browser } from "../support/client.js";
import { day } from "../support/clock.js";
import { recorder } from "../support/config.js";
import { shareOf } from "../support/long-form.js";
import { backFrom, open, storeApp, viaProvider, whoIs, type App } from "../support/stores-app.js";
import { faults, faulty, type Control, type Fault } from "../support/stores-faults.js";

interface World {
  readonly store: MemoryStore;
  readonly control: Control;
  readonly app: App;
  /** Somebody with an authenticator. */
  readonly keyHolder: Person;
}

/** Patience of the store's caller, in milliseconds. */
const timeout = 150;
const seeded = { id: "seeded", email: "seeded@example.org", emailVerified: null };
const pat = { sub: "pat-1", email: "pat@example.org", name: "Pat" };

function createWorld(kind: Kind): World {
  const store = createMemoryStore();
  store.users.set(seeded.id, seeded);
  store.emails.set(seeded.email, seeded.id);
  const control: Control = { method: undefined, fault: undefined, calls: new Set() };
  const { transaction, ...rest } = MemoryAdapter(store);
  const adapter: Adapter = kind === "with transactions" ? { ...rest, transaction } : rest;
  const base = storeApp(adapter);
  const log = recorder();
  const app = storeApp(faulty(adapter, control), {
    timeout,
    logger: log.logger,
    session: { strategy: "database", maxAge: 30 * day, updateAge: 0 },
    providers: [...base.config.providers, Passkey()],
    experimental: { enableWebAuthn: true },
  });
  return {
    store,
    control,
    app: { ...app, log, links: base.links, ask: askIn(app, base.links) },
    keyHolder: new Person(app.config),
  };
}

/** The mail provider of another application object keeps its own list of links. */
function askIn(app: App, links: App["links"]): App["ask"] {
  return async (browser, email) => {
    await browser.submit("signin/email", { email });
    const link = links.get(email)?.at(-1);
    if (link) return link;
    throw new Error("No mail was sent.");
  };
}

const kinds = ["with transactions", "without transactions"] as const;
type Kind = (typeof kinds)[number];

interface Attempt {
  readonly browser: Browser;
  readonly response: Response;
}

/** One request of a journey. What comes before it is done while all is well. */
interface Flow {
  readonly name: string;
  /** Done once. */
  readonly before?: (world: World) => Promise<unknown>;
  readonly arrange: (world: World) => Promise<() => Promise<Attempt>>;
  /** Whether the attempt came to what it should. */
  readonly succeeded: (attempt: Attempt, world: World) => boolean | Promise<boolean>;
  /** What it answers when it fails, where that is no redirect. */
  readonly answers?: readonly string[];
  /** How the person goes on afterwards, where it isn't the same again. */
  readonly again?: (world: World) => Promise<Attempt>;
  /** Methods whose failure doesn't stop it. */
  readonly doesWithout?: readonly string[];
  /** Takes what is unproven from a user who is there; without transactions it may have to be done again. */
  readonly takes?: true;
}

const signedIn = ({ response }: Attempt) => sessionCookiesSet(response).length > 0;
const showsSession = async ({ response }: Attempt) => (await response.clone().json()) !== null;

async function hubSession({ app }: World): Promise<Browser> {
  const browser = app.browser();
  await viaProvider(browser, "hub", pat);
  return browser;
}

async function registered(world: World): Promise<Person> {
  await world.keyHolder.register("key@example.org");
  return world.keyHolder;
}

/** Gets ready to sign in with the passkey that was registered, in another browser. */
async function withPasskey(world: World): Promise<() => Promise<Attempt>> {
  const { authenticator } = world.keyHolder;
  const person = new Person(world.app.config, { authenticator });
  const { options } = await person.options({ action: "authenticate" });
  const data = await authenticator.get(options);
  return async () => ({
    browser: person.browser,
    response: await person.post("authenticate", data),
  });
}

/** Gets ready to register a passkey as a new user. */
async function withNewPasskey({ keyHolder }: World): Promise<() => Promise<Attempt>> {
  const { options } = await keyHolder.options({ action: "register", email: "key@example.org" });
  const data = await keyHolder.authenticator.create(options);
  return async () => ({
    browser: keyHolder.browser,
    response: await keyHolder.post("register", data),
  });
}

const flows: readonly Flow[] = [
  {
    name: "credentials",
    arrange: async ({ app }) => {
      const browser = app.browser();
      const csrfToken = await browser.csrfToken();
      const { id, email } = seeded;
      return async () => ({
        browser,
        response: await browser.post("callback/credentials", { csrfToken, id, email }),
      });
    },
    succeeded: signedIn,
  },
  {
    name: "request of an e-mail",
    arrange: async ({ app }) => {
      const browser = app.browser();
      const csrfToken = await browser.csrfToken();
      return async () => ({
        browser,
        response: await browser.post("signin/email", { csrfToken, email: pat.email }),
      });
    },
    succeeded: ({ response }) =>
      response.headers.get("location")?.includes("/auth/verify-request") ?? false,
  },
  {
    name: "e-mail link of a new user",
    arrange: async ({ app }) => {
      const browser = app.browser();
      const link = await app.ask(browser, pat.email);
      return async () => ({ browser, response: await open(browser, link) });
    },
    succeeded: signedIn,
  },
  {
    name: "e-mail link of a user whose address is not verified yet",
    takes: true,
    before: hubSession,
    arrange: async ({ app }) => {
      const browser = app.browser();
      const link = await app.ask(browser, pat.email);
      return async () => ({ browser, response: await open(browser, link) });
    },
    succeeded: signedIn,
  },
  {
    name: "e-mail link of the owner of an address that somebody made a passkey with",
    takes: true,
    before: registered,
    arrange: async ({ app }) => {
      const browser = app.browser();
      const link = await app.ask(browser, "key@example.org");
      return async () => ({ browser, response: await open(browser, link) });
    },
    succeeded: signedIn,
  },
  {
    name: "provider, a new user",
    arrange: async ({ app }) => {
      const browser = app.browser();
      const back = await backFrom(browser, "hub", pat);
      return async () => ({ browser, response: await browser.get(back) });
    },
    succeeded: signedIn,
  },
  {
    name: "provider, a known user",
    before: hubSession,
    arrange: async ({ app }) => {
      const browser = app.browser();
      const back = await backFrom(browser, "hub", pat);
      return async () => ({ browser, response: await browser.get(back) });
    },
    succeeded: signedIn,
  },
  {
    name: "provider, another account linked",
    arrange: async (world) => {
      const browser = await hubSession(world);
      const back = await backFrom(browser, "lab", { sub: "lab-1" });
      return async () => ({ browser, response: await browser.get(back) });
    },
    succeeded: ({ response }, { store }) =>
      response.headers.get("location") === "https://app.test" && store.accounts.size === 2,
  },
  {
    name: "provider, signed in before",
    arrange: async (world) => {
      const browser = await hubSession(world);
      const back = await backFrom(browser, "hub", pat);
      return async () => ({ browser, response: await browser.get(back) });
    },
    succeeded: signedIn,
    doesWithout: ["deleteSession"],
  },
  {
    name: "passkey, registration",
    arrange: withNewPasskey,
    succeeded: signedIn,
    // Once it is stored, with or without a session, it is there to sign in with.
    again: async (world) =>
      (await (world.store.authenticators.size > 0 ? withPasskey(world) : withNewPasskey(world)))(),
  },
  {
    name: "passkey, sign-in",
    before: registered,
    arrange: withPasskey,
    succeeded: signedIn,
  },
  {
    name: "passkey, options for somebody who has one",
    arrange: async (world) => {
      const person = new Person(world.app.config, { browser: await hubSession(world) });
      return async () => ({
        browser: person.browser,
        response: await person.browser.get("webauthn-options/passkey?action=register"),
      });
    },
    succeeded: ({ response }) => response.status === 200,
    answers: ["400", "500"],
  },
  {
    name: "read of a session that is due",
    arrange: async (world) => {
      const browser = await hubSession(world);
      return async () => ({ browser, response: await browser.get("session") });
    },
    succeeded: showsSession,
    answers: ["200", "503"],
    doesWithout: ["updateSession"],
  },
  {
    name: "read of a session that is over",
    arrange: async (world) => {
      const browser = await hubSession(world);
      for (const session of world.store.sessions.values()) session.expires = new Date(1);
      return async () => ({ browser, response: await browser.get("session") });
    },
    succeeded: async ({ browser, response }) =>
      response.status === 200 && (await whoIs(browser)) === undefined,
    answers: ["503"],
  },
  {
    name: "update of a session",
    arrange: async (world) => {
      const browser = await hubSession(world);
      const csrfToken = await browser.csrfToken();
      return async () => ({
        browser,
        response: await browser.postJson("session", { csrfToken, data: { theme: "dark" } }),
      });
    },
    succeeded: showsSession,
    answers: ["200", "503"],
    doesWithout: ["updateSession"],
  },
  {
    name: "sign-out",
    arrange: async (world) => {
      world.store.sessions.clear();
      const browser = await hubSession(world);
      const csrfToken = await browser.csrfToken();
      return async () => ({ browser, response: await browser.post("signout", { csrfToken }) });
    },
    succeeded: ({ browser, response }, { store }) =>
      response.headers.get("location") === "https://app.test" &&
      browser.sessionCookies().length === 0 &&
      store.sessions.size === 0,
  },
];

interface Row {
  readonly flow: Flow;
  readonly kind: Kind;
  readonly method: string;
}

/** Which methods a request calls is found out by making it. */
async function rowsOf(flow: Flow, kind: Kind): Promise<Row[]> {
  const world = createWorld(kind);
  await flow.before?.(world);
  const step = await flow.arrange(world);
  world.control.calls.clear();
  const attempt = await step();
  const called = [...world.control.calls];
  if (!(await flow.succeeded(attempt, world))) {
    throw new Error(`${flow.name} fails when all is well`);
  }
  // Those that only put things right are called when something else fails: see below.
  return called.map((method) => ({ flow, kind, method }));
}

const rows: Row[] = [];
for (const flow of flows) for (const kind of kinds) rows.push(...(await rowsOf(flow, kind)));

/** What a person may be told, and what a script may be answered. */
const tellings = [
  "https://app.test/auth/error?error=Configuration",
  "https://app.test/auth/error?error=Verification",
  "https://app.test/auth/signin?error=OAuthAccountNotLinked",
  "https://app.test/auth/signin?error=AccountNotLinked",
  "https://app.test/auth/signin?error=EmailSignin",
  "https://app.test/auth/signin?error=WebAuthnVerificationError",
  "https://app.test/auth/error?error=WebAuthnVerificationError",
];

/** Redirects say their target, everything else its status. */
function toldBy(response: Response): string {
  return response.headers.get("location") ?? String(response.status);
}

/** Rows that hang in the air: an owner without an account, or rows without an owner. */
function halfMade({ users, accounts, sessions, authenticators }: MemoryStore): string[] {
  const owners = new Set([...accounts.values()].map(({ userId }) => userId));
  const homeless = [...accounts.values(), ...sessions.values(), ...authenticators.values()];
  return [
    ...[...users.keys()].filter((id) => id !== seeded.id && !owners.has(id)),
    ...homeless.filter(({ userId }) => !users.has(userId)).map(({ userId }) => userId),
  ];
}

async function attemptWith(world: World, row: Row, fault: Fault): Promise<Attempt> {
  const step = await row.flow.arrange(world);
  world.control.method = row.method;
  world.control.fault = fault;
  world.app.log.entries.length = 0;
  try {
    return await step();
  } finally {
    world.control.fault = undefined;
  }
}

describe.each(kinds)("P01 a store %s", (kind) => {
  const named = rows
    .filter((row) => row.kind === kind)
    .map((row) => [row.flow.name, row.method, row] as const);

  describe.each(named)("%s: %s", (_, method, row) => {
    const tried = shareOf(faults, rows.indexOf(row), 3);
    it.each(tried.map((fault) => [fault.name, fault] as const))("%s", async (_name, fault) => {
      const world = createWorld(kind);
      await row.flow.before?.(world);
      const known = row.flow.takes ? [...world.store.users.keys()] : [];
      const began = performance.now();
      const failed = await attemptWith(world, row, fault);
      expect(performance.now() - began).toBeLessThan(5_000);

      const went = await row.flow.succeeded(failed, world);
      const isNeeded = !row.flow.doesWithout?.includes(method);
      if (!went) {
        expect(row.flow.answers ?? tellings).toContain(toldBy(failed.response));
        expect(sessionCookiesSet(failed.response)).toEqual([]);
      }
      if (!fault.answers && !isMended(row, fault)) {
        expect(world.app.log.codes("error").join()).toMatch(storeErrors);
        if (isNeeded) expect(went).toBe(false);
      }
      expect(halfMade(world.store).filter((id) => !known.includes(id))).toEqual([]);

      const next = row.flow.again
        ? await row.flow.again(world)
        : await (
            await row.flow.arrange(world)
          )();
      expect(toldBy(next.response)).not.toContain("error");
      expect(await row.flow.succeeded(next, world)).toBe(true);
      expect(halfMade(world.store)).toEqual([]);
    });
  });
});

const storeErrors = /^(AdapterError|SessionTokenError|SignOutError)(,|$)/;

/** It is all there although no answer came: the library looks, and goes on. */
const isMended = ({ flow, method, kind }: Row, { name }: Fault) =>
  name === "does its work, then rejects" &&
  (method === "transaction" ||
    (["linkAccount", "updateUser"].includes(method) && kind === "without transactions") ||
    // One write needs no transaction.
    (method === "linkAccount" && flow.name === "provider, another account linked"));

describe("P01 the matrix", () => {
  it("has every method of the contract that a request can call", () => {
    const covered = new Set(rows.map(({ method }) => method));
    const others = Object.keys(MemoryAdapter()).filter((method) => !covered.has(method));
    // One is called to put things right (P02), one for passwords (AA41), notes on passkeys (CC31) and plugins (AA71), and
    // one by the application alone, when it ends a user's other sessions;
    // users are listed by administrators.
    expect(others.sort()).toEqual(["deleteOtherSessions", "deleteUser", "listUsers", "records"]);
  });
});

describe("P08 an outage of the store", () => {
  it.each(faults.filter(({ answers }) => !answers).map((fault) => [fault.name, fault] as const))(
    "in which every method %s signs nobody out",
    async (_, fault) => {
      const world = createWorld("with transactions");
      const browser = await hubSession(world);
      const names = browser.sessionCookies();
      const methods = Object.keys(MemoryAdapter()).filter((name) => name !== "deleteSession");
      for (const method of methods) {
        Object.assign(world.control, { method, fault });
        await browser.get("session");
        await browser.get("signin");
        const entry = await browser.submit("signin/lab");
        expect(entry.status).toBe(303);
        expect(browser.sessionCookies()).toEqual(names);
      }
      world.control.fault = undefined;
      expect(browser.sessionCookies()).toEqual(names);
      expect(await whoIs(browser)).toBeDefined();
    },
  );
});
