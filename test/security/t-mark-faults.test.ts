import { MemoryAdapter } from "latchkey/adapters/memory";
import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { sessionCookiesSet, type Browser } from "../support/client.js";
import { strategies, type Strategy } from "../support/config.js";
import { shareOf } from "../support/long-form.js";
import { backFrom, storeApp, viaProvider, whoIs } from "../support/stores-app.js";
import type { Control, Fault } from "../support/stores-faults.js";
import { faultyState, lateness, operations, stateFaults } from "../support/state-faults.js";
import type { Operation } from "../support/state-faults.js";

const timeout = 60;
const pat = { sub: "pat-1", email: "pat@example.org", name: "Pat" };

async function createWorld(strategy: Strategy) {
  const control: Control = { method: undefined, fault: undefined, calls: new Set() };
  const shop = storeApp(MemoryAdapter(), {
    timeout,
    session: { strategy, updateAge: 0 },
    plugins: [sessionRegistry({ within: 0 })],
    sharedState: faultyState(memoryState(), control),
  });
  const signIn = async () => {
    const browser = shop.browser();
    await viaProvider(browser, "hub", pat);
    return browser;
  };
  const [live, ended] = [await signIn(), await signIn()];
  const { sessions } = manage(shop.config);
  const requestOf = (browser: Browser) => ({
    headers: { cookie: browser.cookieHeader(browser.basePath) },
  });
  const found = await sessions.current(requestOf(ended));
  await sessions.end(found?.id ?? "");
  const userId = (await whoIs(live)) ?? "";
  return { ...shop, control, sessions, requestOf, live, ended, userId };
}

type World = Awaited<ReturnType<typeof createWorld>>;

/** One thing that asks the state about sessions. */
interface Deed {
  readonly name: string;
  readonly arrange: (world: World) => Promise<() => Promise<Response | "done" | "unavailable">>;
  /** Whether it came to what it should. */
  readonly succeeded: (result: Response | "done" | "unavailable") => boolean | Promise<boolean>;
  /** It ends the session of the person who is signed in. */
  readonly ends?: true;
}

const isRead = async (result: unknown) =>
  result instanceof Response && result.status === 200 && (await result.clone().json()) !== null;
const isGone = async (result: unknown) =>
  result instanceof Response && result.status === 200 && (await result.clone().json()) === null;

/** What a function of `latchkey/manage` comes to. */
async function told(work: Promise<unknown>): Promise<"done" | "unavailable"> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "type") === "SessionUnavailable") {
      return "unavailable";
    }
    throw error;
  }
}

const now = <T>(work: T): Promise<T> => Promise.resolve(work);
const isDone = (result: unknown) => result === "done";

const deeds: readonly Deed[] = [
  {
    name: "read of a session",
    arrange: ({ live }) => now(() => live.get("session")),
    succeeded: isRead,
  },
  {
    name: "read of a session that was ended",
    arrange: ({ ended }) => now(() => ended.get("session")),
    succeeded: isGone,
  },
  {
    name: "update of a session",
    arrange: async ({ live }) => {
      const csrfToken = await live.csrfToken();
      return () => live.postJson("session", { csrfToken, data: {} });
    },
    succeeded: isRead,
  },
  {
    name: "sign-in",
    arrange: async ({ browser }) => {
      const own = browser();
      const back = await backFrom(own, "hub", pat);
      return () => own.get(back);
    },
    succeeded: (result) => result instanceof Response && sessionCookiesSet(result).length > 0,
  },
  {
    name: "sign-out",
    ends: true,
    arrange: async ({ live }) => {
      const csrfToken = await live.csrfToken();
      return () => live.post("signout", { csrfToken });
    },
    succeeded: (result) => result instanceof Response && result.status === 303,
  },
  {
    name: "list",
    arrange: ({ sessions, userId }) => now(() => told(sessions.list(userId))),
    succeeded: isDone,
  },
  {
    name: "end",
    ends: true,
    arrange: async ({ sessions, live, requestOf }) => {
      const found = await sessions.current(requestOf(live));
      return () => told(sessions.end(found?.id ?? ""));
    },
    succeeded: isDone,
  },
  {
    name: "end all",
    ends: true,
    arrange: ({ sessions, userId }) => now(() => told(sessions.endAll(userId))),
    succeeded: isDone,
  },
  {
    name: "end all others",
    arrange: ({ sessions, userId, live, requestOf }) =>
      now(() => told(sessions.endAll(userId, { except: requestOf(live) }))),
    succeeded: isDone,
  },
];

interface Row {
  readonly deed: Deed;
  readonly strategy: Strategy;
  readonly operation: Operation;
}

const rows: Row[] = [];
for (const strategy of strategies) {
  for (const deed of deeds) {
    const world = await createWorld(strategy);
    const act = await deed.arrange(world);
    world.control.calls.clear();
    if (!(await deed.succeeded(await act()))) {
      throw new Error(`${deed.name} fails when all is well`);
    }
    for (const operation of operations) {
      if (world.control.calls.has(operation)) rows.push({ deed, strategy, operation });
    }
  }
}

const settled = ({ name }: Fault) =>
  new Promise((wake) => setTimeout(wake, name.endsWith("too late") ? lateness + 50 : 10));

describe.each(rows.map((row) => [row.strategy, row.deed.name, row.operation, row] as const))(
  "T28 sessions by %s, %s: `%s` of the shared state",
  (strategy, _, operation, row) => {
    const { deed } = row;
    // Two texts are the right kind of answer for two keys: a state that lies is believed.
    const wrong = stateFaults.filter(({ name }) => operation !== "get" || !name.includes('"two"'));
    const tried = shareOf(wrong, rows.indexOf(row), 3);
    it.concurrent.each(tried.map((fault) => [fault.name, fault] as const))(
      "%s",
      async (_name, fault) => {
        const world = await createWorld(strategy);
        const { control, live, ended } = world;
        const act = await deed.arrange(world);
        const kept = live.sessionToken();
        control.method = operation;
        control.fault = fault;
        const result = await act();
        const endedRead = await ended.get("session");
        control.fault = undefined;
        // Nobody comes back who was ended, whatever the state does.
        expect(await endedRead.json()).toBeNull();
        const went = await deed.succeeded(result);
        if (!went && result instanceof Response) {
          expect(result.status).toBe(503);
          expect(sessionCookiesSet(result)).toEqual([]);
        }
        if (!went) expect(world.log.codes("error")).toContain("SharedStateError");
        if (!deed.ends) {
          // Nobody is signed out by a fault.
          if (!went) expect(live.sessionToken()).toBe(kept);
          expect(await whoIs(live)).toBe(world.userId);
        }
        await settled(fault);
        if (!deed.ends) expect(await whoIs(live)).toBe(world.userId);
        expect(await whoIs(ended)).toBeUndefined();
        if (deed.ends && went) expect(await whoIs(live)).toBeUndefined();
      },
    );
  },
);

describe("T28 the matrix", () => {
  it("has reads and writes of marks, with both strategies", () => {
    const seen = new Set(rows.map((row) => `${row.strategy} ${row.operation}`));
    for (const strategy of strategies) {
      for (const operation of ["get", "set"]) expect(seen).toContain(`${strategy} ${operation}`);
    }
  });
});
