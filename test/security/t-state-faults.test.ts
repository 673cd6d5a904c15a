import { MemoryAdapter } from "latchkey/adapters/memory";
import Email from "latchkey/providers/email";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { Person } from "../support/authenticator-world.js";
import { sessionCookiesSet, type Browser } from "../support/client.js";
import { shareOf } from "../support/long-form.js";
import { otherCode } from "../support/mail-world.js";
import {
  backFrom,
  open,
  storeApp,
  stubProvider,
  viaProvider,
  whoIs,
} from "../support/stores-app.js";
import type { App } from "../support/stores-app.js";
import type { Control, Fault } from "../support/stores-faults.js";
import { faultyState, lateness, operations, stateFaults } from "../support/state-faults.js";
import type { Operation } from "../support/state-faults.js";

interface Letter {
  readonly link: string;
  readonly code: string;
}

interface World {
  readonly app: App;
  readonly control: Control;
  readonly letters: Letter[];
  /** Asks for a mail. */
  ask(browser: Browser, provider: "email" | "short"): Promise<Letter>;
}

const address = "pat@example.org";
const pat = { sub: "pat-1", email: "hub@example.org", name: "Pat" };
/** Patience of the state's caller, in milliseconds. */
const timeout = 60;

function createWorld(): World {
  const control: Control = { method: undefined, fault: undefined, calls: new Set() };
  const letters: Letter[] = [];
  const sendMail = ({ text }: { text: string }) => {
    const [link = ""] = /^https:\S+$/m.exec(text) ?? [];
    letters.push({ link, code: /^ +(\d{6})$/m.exec(text)?.[1] ?? "" });
    return Promise.resolve({});
  };
  const mail = { server: { sendMail }, from: "no-reply@acme.test", confirm: "never" } as const;
  let tokens = 100_000;
  const app = storeApp(MemoryAdapter(), {
    timeout,
    session: { strategy: "database" },
    sharedState: faultyState(memoryState(), control),
    providers: [
      Email(mail),
      { ...Email(mail), id: "short", generateVerificationToken: () => String((tokens += 7)) },
      stubProvider("hub"),
      stubProvider("poster", {
        authorization: "https://poster.test/authorize?scope=basic&response_mode=form_post",
      }),
      Passkey(),
    ],
    experimental: { enableWebAuthn: true },
  });
  return {
    app,
    control,
    letters,
    async ask(browser, provider) {
      await browser.submit(`signin/${provider}`, { email: address });
      const letter = letters.at(-1);
      if (letter) return letter;
      throw new Error("No mail was sent.");
    },
  };
}

/** One request that can be sent any number of times with the cookies of its browser. */
type Send = () => Promise<Response>;

interface Arranged {
  readonly browser: Browser;
  readonly send: Send;
  /** How the person goes on, where it isn't the same again. */
  readonly onward?: Send;
}

/** A request that asks something of the shared state. What comes before it is done while all is well. */
interface Flow {
  readonly name: string;
  readonly arrange: (world: World) => Promise<Arranged>;
  readonly succeeded: (response: Response) => boolean;
  /** Operations without which it can't be known whether this is the first time. */
  readonly needs: readonly Operation[];
  /** Operations that put something right: the person may have to start again when they fail. */
  readonly tidies?: readonly Operation[];
  /** It may be done any number of times. */
  readonly repeatable?: true;
}

const signedIn = (response: Response) => sessionCookiesSet(response).length > 0;
const asksForCode = (response: Response) =>
  response.headers.get("location")?.includes("/auth/verify-request") ?? false;

async function sendingCode(world: World, right: boolean): Promise<Arranged> {
  const browser = world.app.browser();
  const { code } = await world.ask(browser, "email");
  const csrfToken = await browser.csrfToken();
  const type = (typed: string) => () => browser.post("callback/email", { csrfToken, code: typed });
  return { browser, send: type(right ? code : otherCode(code)), onward: type(code) };
}

async function followingLink(world: World, provider: "email" | "short"): Promise<Arranged> {
  const browser = world.app.browser();
  const { link } = await world.ask(browser, provider);
  return { browser, send: () => open(browser, link) };
}

const flows: readonly Flow[] = [
  {
    name: "provider",
    needs: ["set"],
    arrange: async ({ app }) => {
      const browser = app.browser();
      const back = await backFrom(browser, "hub", pat);
      return { browser, send: () => browser.get(back) };
    },
    succeeded: signedIn,
  },
  {
    name: "provider that posts a form, for somebody who is signed in: the second step",
    needs: ["set"],
    arrange: async ({ app }) => {
      const browser = app.browser();
      await viaProvider(browser, "hub", pat);
      const back = new URL(browser.url(await backFrom(browser, "poster", { sub: "post-1" })));
      const form = Object.fromEntries(back.searchParams);
      const posted = await browser.post("callback/poster", form, { from: "https://poster.test" });
      const onward = new Request(posted.headers.get("location") ?? "");
      return { browser, send: () => browser.send(onward.clone()) };
    },
    succeeded: (response) => response.headers.get("location") === "https://app.test",
  },
  {
    name: "request of a mail",
    needs: [],
    repeatable: true,
    arrange: async ({ app }) => {
      const browser = app.browser();
      const csrfToken = await browser.csrfToken();
      return {
        browser,
        send: () => browser.post("signin/email", { csrfToken, email: address }),
      };
    },
    succeeded: asksForCode,
  },
  {
    name: "link of a mail",
    needs: ["set"],
    arrange: (world) => followingLink(world, "email"),
    succeeded: signedIn,
  },
  {
    name: "link with a short token",
    needs: ["set", "get"],
    arrange: (world) => followingLink(world, "short"),
    succeeded: signedIn,
  },
  {
    name: "code of a mail",
    needs: ["set"],
    arrange: (world) => sendingCode(world, true),
    succeeded: signedIn,
  },
  {
    name: "wrong code of a mail",
    needs: ["set"],
    tidies: ["delete"],
    repeatable: true,
    arrange: (world) => sendingCode(world, false),
    succeeded: asksForCode,
  },
  {
    name: "passkey, registration",
    needs: ["set"],
    arrange: async ({ app }) => {
      const person = new Person(app.config);
      const { options } = await person.options({ action: "register", email: "key@example.org" });
      const data = await person.authenticator.create(options);
      const csrfToken = await person.browser.csrfToken();
      const fields = { csrfToken, action: "register", data };
      const { browser } = person;
      return { browser, send: () => browser.post("callback/passkey", fields) };
    },
    succeeded: signedIn,
  },
  {
    name: "passkey, sign-in",
    needs: ["set"],
    arrange: async ({ app }) => {
      const person = new Person(app.config);
      await person.register("key@example.org");
      await person.signOut();
      const { options } = await person.options({ action: "authenticate" });
      const data = await person.authenticator.get(options);
      const csrfToken = await person.browser.csrfToken();
      const fields = { csrfToken, action: "authenticate", data };
      const { browser } = person;
      return { browser, send: () => browser.post("callback/passkey", fields) };
    },
    succeeded: signedIn,
  },
  {
    name: "read of a session",
    needs: [],
    repeatable: true,
    arrange: async ({ app }) => {
      const browser = app.browser();
      await viaProvider(browser, "hub", pat);
      return { browser, send: () => browser.get("session") };
    },
    succeeded: (response) => response.status === 200,
  },
];

interface Row {
  readonly flow: Flow;
  readonly operation: Operation;
}

/** Which operations a request calls is found out by making it. */
async function rowsOf(flow: Flow): Promise<Row[]> {
  const world = createWorld();
  const { send } = await flow.arrange(world);
  world.control.calls.clear();
  if (!flow.succeeded(await send())) throw new Error(`${flow.name} fails when all is well`);
  return operations
    .filter((operation) => world.control.calls.has(operation))
    .map((operation) => ({ flow, operation }));
}

const rows: Row[] = [];
for (const flow of flows) rows.push(...(await rowsOf(flow)));

/** Until the state has done whatever it does, and what was undone is undone. */
const settled = ({ name }: Fault) =>
  new Promise((wake) => setTimeout(wake, name.endsWith("too late") ? lateness + 50 : 10));

/** Whether this answer to this operation says nothing of use. What `delete` gives doesn't matter. */
const isLost = ({ operation }: Row, fault: Fault) => !(fault.answers && operation === "delete");

/** Among the wrong answers to this operation are some that can't be told from right ones. */
function isPlausible({ operation }: Row, { name }: Fault): boolean {
  if (operation === "increment") return name === "gives a number";
  return false;
}

describe.each(rows.map((row) => [row.flow.name, row.operation, row] as const))(
  "T26 %s: `%s` of the shared state",
  (_, operation, row) => {
    const { flow } = row;
    const tried = shareOf(stateFaults, rows.indexOf(row), 3);
    it.concurrent.each(tried.map((fault) => [fault.name, fault] as const))(
      "%s",
      async (_name, fault) => {
        const world = createWorld();
        const { app, control } = world;
        // Somebody who has nothing to do with it.
        const other = app.browser();
        await viaProvider(other, "hub", { sub: "other-1", email: "other@example.org" });
        const { browser, send, onward = send } = await flow.arrange(world);
        const kept = browser.cookieNames();
        app.log.entries.length = 0;
        control.method = operation;
        control.fault = fault;
        const answer = await send();
        const others = await whoIs(other);
        control.fault = undefined;
        expect(others).toBeDefined();
        if (isPlausible(row, fault)) return;
        if (isLost(row, fault)) expect(app.log.codes("error")).toContain("SharedStateError");

        const closed = isLost(row, fault) && flow.needs.includes(operation);
        if (!closed) {
          expect(flow.succeeded(answer)).toBe(true);
        } else {
          expect(answer.status).toBe(503);
          expect(answer.headers.get("retry-after")).toBe("5");
          expect(answer.headers.getSetCookie()).toEqual([]);
          expect(browser.cookieNames()).toEqual(kept);
        }
        if (flow.tidies?.includes(operation)) return;
        if (closed) {
          await settled(fault);
          // The same is still good, once: what the state did without saying so was undone.
          expect(flow.succeeded(await send())).toBe(true);
        }
        await settled(fault);
        if (!flow.repeatable) expect(flow.succeeded(await send())).toBe(false);
        else expect((await onward()).status).toBeLessThan(400);
      },
    );
  },
);

describe("T26 the matrix", () => {
  it("has every operation that a request uses", () => {
    expect(new Set(rows.map((row) => row.operation))).toEqual(
      new Set(["get", "set", "increment", "delete"]),
    );
  });
});

describe("T26 a person at a callback while the shared state is down", () => {
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const down = stateFaults.find(({ name }) => name === "rejects");

  async function atCallback() {
    const world = createWorld();
    const browser = world.app.browser();
    const back = await backFrom(browser, "hub", pat);
    world.control.method = "set";
    world.control.fault = down;
    return { ...world, browser, back };
  }

  it("sees a page that leads to the same address once more, and gets in there afterwards", async () => {
    const { browser, back, control } = await atCallback();
    const answer = await browser.get(back, { headers: { accept } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const page = await answer.text();
    expect(page).toContain("<h1>One moment, please</h1>");
    const href = /<a class="button primary" href="([^"]*)"/.exec(page)?.[1] ?? "";
    const onward = new URL(href.replaceAll("&amp;", "&"), "https://app.test");
    expect(onward.href).toBe(browser.url(back));
    control.fault = undefined;
    expect(signedIn(await browser.send(new Request(onward)))).toBe(true);
  });

  it("is led to the sign-in page after a form, whose fields the page does not have", async () => {
    const { app, control, ask } = createWorld();
    const browser = app.browser();
    const letter = await ask(browser, "email");
    control.method = "set";
    control.fault = down;
    const answer = await browser.submit(
      "callback/email",
      { code: letter.code },
      { headers: { accept } },
    );
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain('href="/auth/signin"');
    expect(page).not.toContain(letter.code);
  });

  it.each([
    ["no Accept", {}],
    ["anything", { accept: "*/*" }],
    ["JSON", { accept: "application/json" }],
    ["the address of a redirect as JSON", { accept, "x-auth-return-redirect": "1" }],
  ])("gets JSON where a script asks: %s", async (_, headers) => {
    const { browser, back } = await atCallback();
    const answer = await browser.get(back, { headers });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toHaveProperty("message");
  });
});
