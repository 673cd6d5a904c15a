import { german, french } from "latchkey/languages";
import { definePlugin, json, type Plugin, type PluginHooks, type Table } from "latchkey/plugin";
import { pluginCases, type PluginSuiteOptions } from "latchkey/testing";
import { describe, expect, it } from "vitest";
import { allPlugins } from "../support/all-plugins.js";

const all = allPlugins();

describe.each(all.map((plugin) => [plugin.name, plugin] as const))("%s", (name, plugin) => {
  const others = all.filter((one) => one.name !== name);
  const alone = pluginCases(plugin);
  const together = pluginCases(plugin, { with: others });
  it.each(alone)("alone: $name", ({ run }) => run());
  it.each(together)("with all others: $name", ({ run }) => run());
});

const broken = (hooks: PluginHooks, more: Partial<Plugin> = {}): Plugin =>
  definePlugin({ name: "broken", create: () => hooks, ...more });

const notes = {
  name: "broken_notes",
  columns: { id: { kind: "key" } },
  key: "id",
} as const satisfies Table;

const shown = () => Promise.resolve(json({}));
const state = { times: 0 };
const places = { count: 0 };

/** A plugin, what the suite must say about it, and in which case. */
const faults: readonly [string, string, Plugin, string, PluginSuiteOptions?][] = [
  ["an odd name", "accepts its name", broken({}, { name: "Odd name" }), "A name is lower-case"],
  [
    "a table with another name",
    "accepts its name",
    broken({}, { tables: [{ ...notes, name: "notes" }] }),
    "must be called broken",
  ],
  [
    "a route of the core",
    "accepts its name",
    broken({ routes: { signin: { GET: shown } } }),
    'which "Latchkey" has too',
  ],
  [
    "a hook that there isn't",
    "only those that there are",
    // @ts-expect-error What JavaScript may pass.
    broken({ observes: () => undefined }),
    "it has `observes`, which nothing calls",
  ],
  [
    "a stage that there isn't",
    "only those that there are",
    // @ts-expect-error What JavaScript may pass.
    broken({ signIn: { polices: () => Promise.resolve({ kind: "passed" }) } }),
    "it has `signIn.polices`, which nothing calls",
  ],
  [
    "a `create` that fetches",
    "`create` does no I/O",
    definePlugin({
      name: "broken",
      create() {
        fetch("https://api.example").catch(() => undefined);
        return {};
      },
    }),
    "`create` calls `fetch`",
  ],
  [
    "a `create` that starts a timer",
    "`create` does no I/O",
    definePlugin({
      name: "broken",
      create() {
        const timer = setInterval(() => undefined, 1000);
        setTimeout(() => clearInterval(timer), 10);
        return {};
      },
    }),
    "`create` begins I/O or a timer: Timeout",
  ],
  [
    "a `create` that asks for the store",
    "`create` does no I/O",
    definePlugin({
      name: "broken",
      create(app) {
        app.ready().catch(() => undefined);
        return {};
      },
    }),
    "`create` calls `app.ready`: call it in a hook",
  ],
  [
    "a `create` that works once",
    "can run for each request",
    definePlugin({
      name: "broken",
      create() {
        state.times += 1;
        return state.times > 1 ? {} : { observe: () => undefined };
      },
    }),
    "`create` returned observe, and later ",
  ],
  [
    "a doctor that fails",
    "`check` and `examine`",
    broken({ examine: () => Promise.reject(new Error("no table")) }),
    "`examine` fails: no table",
  ],
  [
    "a route that crashes for strangers",
    "every route answers",
    broken({
      routes: {
        broken: {
          GET: async ({ signedInAs }) => json({ length: (await signedInAs())?.length.toFixed() }),
          POST: async ({ signedInAs }) =>
            json(
              String(await signedInAs())
                .at(9)
                ?.length.toFixed(),
            ),
        },
        "broken/{name}": {
          GET: async ({ signedInAs }) => {
            if ((await signedInAs()) === null) throw new TypeError("null has no length");
            return json({});
          },
        },
      },
    }),
    "GET `broken/{name}`, signed out, leads to the error page. TypeError: null has no length",
  ],
  [
    "a route that trusts its fields",
    "missing, doubled, huge and odd fields",
    broken({
      routes: {
        broken: {
          POST: ({ request: { body } }) => {
            const text = body.text("amount") ?? "";
            return Promise.resolve(json({ amount: BigInt(text || 0).toString() }));
          },
        },
      },
    }),
    "SyntaxError: Cannot convert",
    { fields: ["amount"] },
  ],
  [
    "a GET that changes something",
    "GET changes nothing",
    broken(
      {
        routes: {
          broken: {
            GET: async ({ records }) => {
              await records.insert(notes, { id: crypto.randomUUID() });
              return json({});
            },
          },
        },
      },
      { tables: [notes] },
    ),
    "`broken`, signed out, changes the store by GET: set `unsafeGet`",
  ],
  [
    "a stage that returns nothing",
    "work with JWT sessions",
    // @ts-expect-error What JavaScript may return.
    broken({ signIn: { policy: () => Promise.resolve(undefined) } }),
    "signing in leads to the error page",
  ],
  [
    "a session check that fails",
    "work with database sessions",
    broken({ session: { check: () => Promise.reject(new Error("no net")) } }),
    "reading the session answers 503",
  ],
  [
    "sessions that end at once",
    "work with JWT sessions",
    broken({ session: { check: () => false } }),
    "nobody is signed in by a valid session",
  ],
  [
    "an observer that fails",
    "work with JWT sessions",
    broken({ observe: ({ type }) => Promise.reject(new Error(`no disk for ${type}`)) }),
    "its observer failed. Error: no disk for",
  ],
  [
    "answers that differ from one application to the next",
    "the order of plugins",
    definePlugin({
      name: "broken",
      create() {
        places.count += 1;
        const body = json({ place: places.count > 2 });
        return { routes: { broken: { GET: () => Promise.resolve(body) } } };
      },
    }),
    "broken is answered differently (last)",
  ],
  [
    "a language without its texts",
    "its texts exist",
    broken({}),
    "fr: broken.title is missing",
    {
      texts: {
        english: { title: "Title", count: (n: number) => `${n}` },
        languages: [{ ...german, ...{ broken: { title: "Titel", count: () => "" } } }, french],
      },
    },
  ],
];

describe("the suite finds", () => {
  it.each(faults)("%s", async (_, where, plugin, says, options) => {
    const found = pluginCases(plugin, options).filter(({ name }) => name.includes(where));
    expect(found).toHaveLength(1);
    for (const { run } of found) await expect(run()).rejects.toThrow(says);
  });

  it("nothing wrong with a plugin that does nothing, and runs what it isn't told to leave out", async () => {
    const cases = pluginCases(broken({}), { except: { "big integers": "the store has texts" } });
    for (const { skip, run } of cases) if (skip === undefined) await run();
    expect(cases.filter(({ skip }) => skip !== undefined)).toHaveLength(2);
    expect(cases.length).toBeGreaterThan(15);
  });
});
