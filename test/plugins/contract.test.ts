import { accountPage } from "latchkey/plugins/account-page";
import type { Context, Plugin, PluginDefinition, Resolved, Stage, Table } from "latchkey/plugin";
import { definePlugin, json, redirectTo } from "latchkey/plugin";
import { describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { ada, adasForm, strategies, world } from "../support/config.js";

/** A plugin of which only the hooks matter. */
const plugin = (
  name: string,
  hooks: ReturnType<Plugin["create"]> = {},
  more: Partial<PluginDefinition> = {},
): Plugin => definePlugin({ name, create: () => hooks, ...more });

const notes = {
  name: "a_notes",
  columns: { userId: { kind: "key", references: "user" }, text: { kind: "text" } },
  key: "userId",
} as const satisfies Table;

const shown = () => Promise.resolve(json({ shown: true }));

/** What a configuration with these plugins says to its log when it is first used. */
async function problemWith(plugins: unknown): Promise<string> {
  const { config, log } = world("jwt");
  // @ts-expect-error What JavaScript may pass.
  const browser = new Browser({ ...config, plugins });
  expect((await browser.get("providers")).status).toBe(500);
  return log.entries.flatMap(({ message }) => message.map(String)).join("\n");
}

describe("a list of plugins", () => {
  it.each<[string, unknown, string]>([
    ["is no list", {}, "`plugins` must be a list"],
    ["has nothing but plain options", [{ required: true }], "`plugins` must be a list of plugins"],
    [
      "has a definition that isn't a plugin yet",
      [{ name: "a", create: () => ({}) }],
      "wrap a plugin of your own in `definePlugin`",
    ],
    [
      "has plain options in it",
      [plugin("a"), { required: true }],
      "`plugins[1]` is an object, not a plugin",
    ],
    [
      "has plain options with names",
      [plugin("a"), { required: true }],
      "write `plugins: [NAME({ required, … })]`.",
    ],
    [
      "has a function that wasn't called",
      [accountPage, plugin("b")],
      "`plugins[0]` is the function accountPage, not a plugin. Call it: `plugins: [accountPage()]`.",
    ],
    [
      "has a promise in it",
      [plugin("b"), Promise.resolve(plugin("a"))],
      "is a promise, not a plugin",
    ],
    ["has a name twice", [plugin("a"), plugin("b"), plugin("a")], '`plugins` has "a" twice'],
    ["has an odd name", [plugin("A b")], 'A plugin is called "A b"'],
    [
      "lacks one that another needs",
      [plugin("a", {}, { needs: { plugins: ["session-registry"] } })],
      'import { sessionRegistry } from "latchkey/plugins/session-registry"',
    ],
    [
      "lacks the adapter that one needs",
      [plugin("a", {}, { needs: { adapter: "stores things" } })],
      'The plugin "a" needs an adapter: it stores things.',
    ],
    [
      "lacks the adapter for the records that one needs",
      [plugin("a", {}, { needs: { records: "keeps notes" } })],
      'There is no adapter for the plugin "a", which keeps notes. Add one: `adapter: SqlAdapter(',
    ],
    [
      "has a table that isn't named after its plugin",
      [plugin("a-b", {}, { tables: [notes] })],
      'The plugin "a-b": the table a_notes must be called a_b, or begin with a_b_.',
    ],
    [
      "has a table that two plugins declare",
      [plugin("a", {}, { tables: [notes] }), plugin("a-notes", {}, { tables: [notes] })],
      'The plugin "a-notes": the table a_notes is declared by "a", too.',
    ],
    [
      "has a table that no store could hold",
      [plugin("a", {}, { tables: [{ ...notes, indexes: [["text"]] }] })],
      "The record table a_notes can't be used: text is too long for an index",
    ],
    [
      "has a route of the core's",
      [plugin("a", { routes: { session: { GET: shown } } })],
      'has the route "session", which "Latchkey" has too',
    ],
    [
      "has a route of another plugin's",
      [plugin("a", { routes: { x: { GET: shown } } }), plugin("b", { routes: { x: {} } })],
      'The plugin "b" has the route "x", which "a" has too',
    ],
    [
      "has a route that is no path",
      [plugin("a", { routes: { "x/y/z": {} } })],
      'A route is "action", "action/act" or "action/{name}"',
    ],
    [
      "has one that can't be made",
      [{ ...plugin("a"), create: () => void JSON.parse("{") }],
      'The plugin "a" couldn\'t be set up:',
    ],
    [
      "has one that takes its time",
      [{ ...plugin("a"), create: () => Promise.resolve({}) }],
      "must return an object of hooks synchronously. It returned a promise",
    ],
    [
      "has one whose check fails",
      [plugin("a", { check: () => Promise.reject(new Error("no table")) })],
      'The plugin "a" failed to check its set-up: no table',
    ],
  ])("that %s is a configuration error", async (_, plugins, message) => {
    expect(await problemWith(plugins)).toContain(message);
  });

  it("may be empty", async () => {
    const { browser } = world("jwt", { plugins: [] });
    expect((await browser().get("session")).status).toBe(200);
  });
});

describe("a plugin's route", () => {
  const routes = {
    hello: { GET: shown, POST: shown, page: true },
    "hello/{name}": { GET: shown, POST: shown },
    "hello/exact": { GET: () => Promise.resolve(json({ exact: true })) },
    hook: { POST: shown, from: "anyone" },
    used: { GET: shown, page: true, unsafeGet: true },
    mine: { GET: shown, page: true, who: "session" },
    own: { POST: shown, who: "session" },
    danger: { GET: shown, page: true, who: "proof" },
  } as const;
  const start = () => world("jwt", { plugins: [plugin("example", { routes })] }).browser();

  it("is found by its action, and by what follows", async () => {
    const browser = start();
    expect(await (await browser.get("hello")).json()).toEqual({ shown: true });
    expect(await (await browser.get("hello/you")).json()).toEqual({ shown: true });
    expect(await (await browser.get("hello/exact")).json()).toEqual({ exact: true });
    expect((await browser.get("hello/a/b")).status).toBe(404);
    expect((await browser.get("hook")).status).toBe(405);
    const head = new Request(browser.url("used"), { method: "HEAD" });
    expect((await browser.send(head)).status).toBe(405);
  });

  it("takes forms of this site alone, unless the request authenticates itself", async () => {
    const browser = start();
    for (const route of ["hello", "hello/you"]) {
      expect(location(await browser.post(route))).toContain("error=MissingCSRF");
      expect((await browser.submit(route)).status).toBe(200);
    }
    expect((await browser.post("hook", {}, { from: "https://else.test" })).status).toBe(200);
  });

  it("asks for a session or for a recent sign-in where it says so", async () => {
    const browser = start();
    const to = location(await browser.get("mine"));
    expect(to).toContain("/auth/signin?");
    expect(new URL(to).searchParams.get("callbackUrl")).toBe(browser.url("mine"));
    expect((await browser.submit("own")).status).toBe(401);
    await browser.submit("callback/credentials", adasForm);
    expect((await browser.get("mine")).status).toBe(200);
    expect((await browser.submit("own")).status).toBe(200);
    expect((await browser.get("danger")).status).toBe(200);
  });

  it.each([
    ["a page", "hello", true],
    ["a page, whatever the capitals", "HELLO", true],
    ["an endpoint", "hello/you", false],
    ["a page that acts at once", "used", false],
    ["an endpoint, escaped", "%75sed", false],
  ])("as the target of a redirect: %s", async (_, route, isAllowed) => {
    const browser = start();
    const target = browser.url(route);
    const fields = { ...adasForm, callbackUrl: target };
    const to = location(await browser.submit("callback/credentials", fields));
    expect(to === target).toBe(isAllowed);
  });

  it("that answers with something else is told as such", async () => {
    // @ts-expect-error What JavaScript may return.
    const odd: Plugin = plugin("odd", { routes: { odd: { GET: () => Promise.resolve("hello") } } });
    const { browser, log } = world("jwt", { plugins: [odd] });
    expect(location(await browser().get("odd"))).toContain("error=Configuration");
    expect(log.entries.flatMap(({ message }) => message.map(String)).join()).toContain(
      'A route of the plugin "odd" didn\'t return a response',
    );
  });
});

describe.each(strategies)("the stages of a sign-in, strategy %s", (strategy) => {
  /** A stage that notes its calls, and stops whoever is to be stopped. */
  function noting(calls: string[], name: string, result: Awaited<ReturnType<Stage>>): Stage {
    return () => {
      calls.push(name);
      return Promise.resolve(result);
    };
  }
  const passed = { kind: "passed" } as const;

  it("run by phase, then by name, whatever the order of the plugins", async () => {
    const orders: string[][] = [];
    const named = ["b", "a", "c"];
    for (const names of [named, named.toReversed()]) {
      const calls: string[] = [];
      const plugins = names.map((name) =>
        plugin(name, {
          signIn: {
            ask: noting(calls, `${name} ask`, passed),
            policy: noting(calls, `${name} policy`, passed),
            prove: noting(calls, `${name} prove`, passed),
          },
        }),
      );
      const { browser } = world(strategy, { plugins });
      expect(await signedIn(browser())).toBe(true);
      orders.push(calls);
    }
    const [first, second] = orders;
    expect(first).toEqual(second);
    expect(first?.map((call) => call.split(" ")[1])).toEqual([
      ...["policy", "policy", "policy", "prove", "prove", "prove", "ask", "ask", "ask"],
    ]);
    expect(first?.slice(0, 3)).toEqual(["a policy", "b policy", "c policy"]);
  });

  it("the first that doesn't pass decides, and nobody is signed in", async () => {
    const calls: string[] = [];
    const out = redirectTo("https://app.test/closed");
    const { browser } = world(strategy, {
      plugins: [
        plugin("hours", { signIn: { policy: noting(calls, "hours", out) } }),
        plugin("terms", { signIn: { ask: noting(calls, "terms", passed) } }),
      ],
    });
    const ours = browser();
    const answer = await ours.submit("callback/credentials", adasForm);
    expect(location(answer)).toBe("https://app.test/closed");
    expect(calls).toEqual(["hours"]);
    expect(await (await ours.get("session")).json()).toBeNull();
  });

  it.each([undefined, "passed", { kind: "park" }, { kind: "else" }, null])(
    "one that returns %j lets nobody in",
    async (garbage) => {
      // @ts-expect-error What JavaScript may return.
      const prove: Stage = () => Promise.resolve(garbage);
      const { browser } = world(strategy, { plugins: [plugin("odd", { signIn: { prove } })] });
      expect(await signedIn(browser())).toBe(false);
    },
  );

  it("one that throws lets nobody in", async () => {
    const prove: Stage = () => Promise.reject(new Error("a fault"));
    const { browser } = world(strategy, { plugins: [plugin("odd", { signIn: { prove } })] });
    expect(await signedIn(browser())).toBe(false);
  });
});

describe.each(strategies)("where a sign-in leads, strategy %s", (strategy) => {
  it("is where the first plugin by name sends the browser, once the session exists", async () => {
    const sending = (name: string, to?: string) => {
      const next = (_: Context, { who, callbackUrl }: Resolved) => {
        calls.push([name, who.user.name, callbackUrl]);
        return Promise.resolve(to);
      };
      return plugin(name, { signIn: { next } });
    };
    const calls: unknown[] = [];
    const plugins = [sending("c", "/never"), sending("b", "https://app.test/terms"), sending("a")];
    const ours = world("database", { session: { strategy }, plugins }).browser();
    const fields = { ...adasForm, callbackUrl: "/inside" };
    const to = location(await ours.submit("callback/credentials", fields));
    expect(to).toBe("https://app.test/terms");
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    const inside = "https://app.test/inside";
    expect(calls).toEqual([
      ["a", "Ada", inside],
      ["b", "Ada", inside],
    ]);
  });
});

describe.each(strategies)("a user who signs out, with %s sessions", (strategy) => {
  /** Signs in and out with these plugins. */
  async function signedOut(plugins: readonly Plugin[], timeout = 10_000) {
    const { browser, log } = world(strategy, { plugins, timeout });
    const tab = browser();
    expect(await signedIn(tab)).toBe(true);
    const to = location(await tab.submit("signout", { callbackUrl: "/goodbye" }));
    const told = log.errors("SignOutError").map(({ message }) => message);
    return { to, session: await tab.session(), told };
  }

  it("passes every plugin before the session ends and after it; the first answer counts", async () => {
    const seen: string[] = [];
    const watching = (name: string, to?: string) =>
      plugin(name, {
        signOut: async ({ signedInAs }) => {
          seen.push(`${name}: ${(await signedInAs()) ?? "nobody"}`);
          return () => {
            seen.push(`${name}: over`);
            return Promise.resolve(to === undefined ? undefined : redirectTo(to));
          };
        },
      });
    const plugins = [watching("c", "https://c.test/"), watching("b", "https://b.test/")];
    const { to, session } = await signedOut([...plugins, watching("a")]);
    expect(seen).toEqual(["a: 1", "b: 1", "c: 1", "a: over", "b: over", "c: over"]);
    expect([to, session]).toEqual(["https://b.test/", null]);
  });

  it("is signed out whatever plugins do", async () => {
    const never = () => new Promise<undefined>(() => undefined);
    const fault = () => Promise.reject(new Error("a fault"));
    const garbage = "https://elsewhere.test/";
    const { to, session, told } = await signedOut(
      [
        plugin("before", { signOut: fault }),
        plugin("after", { signOut: () => Promise.resolve(fault) }),
        plugin("hangs-before", { signOut: never }),
        plugin("hangs-after", { signOut: () => Promise.resolve(never) }),
        // @ts-expect-error What JavaScript may return.
        plugin("odd", { signOut: () => Promise.resolve(garbage) }),
        // @ts-expect-error What JavaScript may return.
        plugin("odd-after", { signOut: () => Promise.resolve(() => Promise.resolve(garbage)) }),
      ],
      100,
    );
    expect([to, session]).toEqual(["https://app.test/goodbye", null]);
    expect(told).toHaveLength(5);
    expect(told).toContain('The plugin "before" failed when a user signed out: a fault');
  });
});

describe("observers", () => {
  it("get every event, apart from each other, and stop no request", async () => {
    const seen: string[] = [];
    const good = (name: string) =>
      plugin(name, { observe: ({ type }) => void seen.push(`${name} ${type}`) });
    const { browser, log } = world("jwt", {
      timeout: 200,
      plugins: [
        plugin("throwing", {
          observe: () => {
            throw new Error("no disk");
          },
        }),
        plugin("rejecting", { observe: () => Promise.reject(new Error("no net")) }),
        plugin("hanging", { observe: () => new Promise(() => undefined) }),
        good("a"),
        good("z"),
      ],
    });
    const ours = browser();
    expect(await signedIn(ours)).toBe(true);
    expect(seen).toEqual(
      expect.arrayContaining(["a sign-in.succeeded", "z sign-in.succeeded", "z session.started"]),
    );
    expect(log.errors("EventError").length).toBeGreaterThanOrEqual(3);
  });
});

async function signedIn(browser: Browser): Promise<boolean> {
  await browser.submit("callback/credentials", adasForm);
  return (await (await browser.get("session")).json()) !== null;
}

describe("records of a plugin", () => {
  const keeping = (more: Partial<Plugin> = { tables: [notes] }) =>
    plugin(
      "a",
      {
        routes: {
          "a/write": {
            GET: async ({ records }) => {
              await records.insert(notes, { userId: ada.id, text: "hello" });
              return json(await records.get(notes, ada.id));
            },
          },
        },
      },
      more,
    );

  it.each(strategies)("are kept by the adapter, and go with their user (%s)", async (strategy) => {
    const { config, adapter, store } = world("database", {
      session: { strategy },
      callbacks: { deleteUser: () => true },
      plugins: [accountPage(), keeping()],
    });
    const browser = new Browser(config);
    await browser.signIn(adasForm);
    const written: unknown = await (await browser.get("a/write")).json();
    expect(written).toEqual({ userId: ada.id, text: "hello" });
    await browser.submit("account/delete", { confirm: "yes" });
    expect(await adapter.getUser(ada.id)).toBeNull();
    expect(store.records.size).toBe(0);
  });

  it("are a configuration error where the adapter has none, with the line to write", async () => {
    const { config, log, adapter } = world("database", { plugins: [keeping()] });
    const { records: _, ...older } = adapter;
    expect((await new Browser({ ...config, adapter: older }).get("providers")).status).toBe(500);
    expect(String(log.errors("MissingAdapter")[0])).toContain(
      "adapter: extend(yourAdapter, SqlAdapter(",
    );
  });

  it("are refused to a plugin that doesn't declare them", async () => {
    const { config, log } = world("database", { plugins: [keeping({})] });
    expect(location(await new Browser(config).get("a/write"))).toContain("error=Configuration");
    expect(String(log.errors("InvalidConfiguration")[0])).toContain("without declaring tables");
  });

  it("are waited for no longer than the store may take", async () => {
    const { config, log, adapter } = world("database", { plugins: [keeping()], timeout: 50 });
    const write = () => new Promise<never>(() => undefined);
    const slow = { ...adapter, records: { ...adapter.records, write } };
    const browser = new Browser({ ...config, adapter: slow });
    expect(location(await browser.get("a/write"))).toContain("error=Configuration");
    expect(String(log.errors("AdapterError")[0])).toContain(
      `"records.write" didn't return within 50 ms`,
    );
  });
});
