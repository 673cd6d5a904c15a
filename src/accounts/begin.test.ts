import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { inert, now, proof } from "../../test/support/sign-in-world.js";
import { createStore } from "../config/adapter.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import { createKeyRing } from "../crypto/keys.js";
import { memoryState } from "../state/memory.js";
import { createState } from "../state/state.js";
import type { Flow } from "../flows/flow.js";
import type { SessionContext } from "../sessions/context.js";
import type { Sessions } from "../sessions/index.js";
import type { SignedIn } from "../types/hooks.js";
import { keepRefused } from "./pending.js";
import { beginSession, sessionContext, type BeginContext, type Beginning } from "./begin.js";

const cookies = cookieSet(true, {});
const pending: unknown = expect.stringContaining("/auth/account/pending?");
const who: SignedIn = {
  user: { id: "1", email: "ada@example.org" },
  account: { provider: "idp", providerAccountId: "7", type: "oauth" },
};

const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const state = createState(memoryState(), { logger, timeout: 1000 });

interface Options {
  readonly context?: Partial<BeginContext>;
  readonly beginning?: Partial<Beginning>;
  readonly cookie?: string;
  readonly flows?: Readonly<Record<string, Partial<Flow>>>;
}

/** What beginning a session asks of everything around it, in its order. */
async function begin({ context = {}, beginning = {}, cookie = "", flows = {} }: Options = {}) {
  const jar = new CookieJar(cookie);
  const asked: string[] = [];
  const contexts: SessionContext[] = [];
  const note = (name: string) => (context: SessionContext) => {
    asked.push(name);
    contexts.push(context);
    context.named?.("a session");
    if (name === "start") jar.set(context.cookie, "begun");
    return Promise.resolve("1");
  };
  const sessions: Pick<Sessions, "start" | "goOn"> = {
    start: note("start"),
    goOn: async (context) => void (await note("goOn")(context)),
  };
  const outcome = await beginSession(
    {
      site: { origin: "https://app.test", basePath: "/auth" },
      ...{ jar, cookies, now, state, pages: {}, callbackUrl: "https://app.test/else" },
      keys: createKeyRing(["a secret for the begin of a session"]),
      // @ts-expect-error Nothing else of it is asked.
      sessions,
      // @ts-expect-error Nothing else of them is told.
      events: { signIn: () => Promise.resolve(void asked.push("event")) },
      flows: new Map(Object.entries(flows).map(([id, flow]) => [id, { ...inert, id, ...flow }])),
      isFresh: () => Promise.resolve(true),
      audit: ({ type, ...told }) =>
        Promise.resolve(void asked.push(`${type} ${JSON.stringify(told)}`)),
      ...context,
    },
    { who, ask: null, callbackUrl: "https://app.test/in", ...beginning },
  );
  const set = (name: keyof typeof cookies) =>
    jar.changes().find((change) => change.name === cookies[name].name);
  return { outcome, asked, contexts, set, changes: jar.changes().map(({ name }) => name) };
}

describe("a session that begins", () => {
  it("is started, then told of, then gone on from", async () => {
    const { outcome, asked, set } = await begin();
    expect(outcome).toEqual({ kind: "redirect", to: "https://app.test/in" });
    expect(asked).toEqual([
      "start",
      "event",
      'session.started {"provider":"idp","userId":"1","sessionId":"a session","personal":{"email":"ada@example.org"}}',
    ]);
    expect(set("csrf")?.value).not.toBe("");
  });

  it("gets what is known of the request", async () => {
    const client = () => ({ ip: "192.0.2.7" });
    const { contexts } = await begin({ context: { client } });
    expect(contexts).toMatchObject([{ cookie: cookies.session, now, client, untilClosed: false }]);
  });

  it("goes on where it was one before: none is started, and the trail is not told of one", async () => {
    const { asked, set } = await begin({
      beginning: { goesOn: true, ask: { userId: "1", within: 600 } },
      context: { lastUsedFirst: true },
      flows: { idp: {}, mail: {} },
    });
    expect(asked).toEqual(["goOn", "event"]);
    expect([set("proof"), set("last")]).toEqual([undefined, undefined]);
  });

  it("takes no watcher where there is no trail", async () => {
    const { contexts, asked } = await begin({ context: { audit: undefined } });
    expect(contexts[0]?.named).toBeUndefined();
    expect(asked).toEqual(["start", "event"]);
  });

  it("makes the browser forget where it wanted to go", async () => {
    const { set } = await begin({ cookie: `${cookies.callbackUrl.name}=x` });
    expect(set("callbackUrl")).toMatchObject({ value: "", options: { maxAge: 0 } });
  });

  it.each([
    [undefined, undefined, false],
    [true, undefined, true],
    [true, false, false],
    [false, true, true],
  ])(
    "ends with the browser by the request (%j) unless the beginning says (%j): %j",
    async (said, meant, expected) => {
      const { contexts } = await begin({
        context: said === undefined ? {} : { untilClosed: said },
        beginning: meant === undefined ? {} : { untilClosed: meant },
      });
      expect(contexts[0]?.untilClosed).toBe(expected);
    },
  );

  it("keeps no proof unless somebody asks for one", async () => {
    expect((await begin()).set("proof")).toBeUndefined();
    const asking: readonly Options[] = [
      { context: { accountPage: true } },
      { context: { secondStep: {} } },
      { flows: { idp: {}, keys: { asksForFreshProof: true } } },
    ];
    for (const options of asking) expect((await begin(options)).set("proof")?.value).toBeTruthy();
  });
});

describe("the way somebody came", () => {
  const last = async (lastUsedFirst: boolean, flows: NonNullable<Options["flows"]>) => {
    const { set } = await begin({ context: { lastUsedFirst }, flows });
    return set("last");
  };

  it("is remembered for half a year, where that is wanted and there is a choice", async () => {
    expect(await last(true, { idp: {}, mail: {} })).toMatchObject({
      value: "idp",
      options: { maxAge: 15_552_000 },
    });
    expect(await last(true, { idp: {} })).toBeUndefined();
    expect(await last(false, { idp: {}, mail: {} })).toBeUndefined();
  });

  const endSession = () => Promise.resolve(new URL("https://idp.test/end"));
  it("is remembered where signing out ends the session at the provider, too", async () => {
    expect((await begin({ flows: { idp: { endSession } } })).set("there")?.value).toBeTruthy();
    expect((await begin({ flows: { idp: {}, other: { endSession } } })).changes).not.toContain(
      cookies.there.name,
    );
  });

  it("is forgotten when they come another way", async () => {
    const { name } = cookies.there;
    const here = await begin({ cookie: `a=1; ${name}=x`, flows: { idp: {} } });
    expect(here.changes).toContain(name);
    const { changes } = await begin({ cookie: `x${cookies.there.name}=x`, flows: { idp: {} } });
    expect(changes.filter((name) => name.includes("there"))).toEqual([]);
  });
});

describe("where a session leads", () => {
  const pages = { newUser: "/welcome" };
  const to = async (options: Options) => (await begin(options)).outcome;

  it("is a page for new people, who are to go on from there", async () => {
    const isNew = { who: { ...who, isNewUser: true } };
    expect(await to({ context: { pages }, beginning: isNew })).toEqual({
      kind: "redirect",
      to: "https://app.test/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fin",
    });
    expect(await to({ context: { pages } })).toMatchObject({ to: "https://app.test/in" });
    expect(await to({ beginning: isNew })).toMatchObject({ to: "https://app.test/in" });
  });

  it("is the question whose an account is that waits for them, where there is an account page", async () => {
    const jar = new CookieJar(null);
    const keys = createKeyRing(["a secret for the begin of a session"]);
    const rows = createMemoryStore();
    rows.users.set("1", { id: "1", email: "ada@example.org", emailVerified: null });
    rows.emails.set("ada@example.org", "1");
    const store = createStore(MemoryAdapter(rows), { logger, timeout: 1000 });
    await keepRefused({ jar, cookies, keys, now, store, state }, proof("account-only"));
    const waiting = jar.changes().map((one) => `${one.name}=${one.value}`);
    const cookie = ["a=1", ...waiting, "b=2"].join("; ");
    const question = { to: pending };
    expect(await to({ cookie, context: { accountPage: true } })).toMatchObject(question);
    expect(await to({ cookie })).toMatchObject({ to: "https://app.test/in" });
    const other = { who: { ...who, user: { id: "2" } } };
    const asOther = await to({ cookie, context: { accountPage: true }, beginning: other });
    expect(asOther).toMatchObject({ to: "https://app.test/in" });
  });

  it("is where they wanted to go, where what waits for an answer can not be read", async () => {
    const cookie = `a=1; ${cookies.pending.name}=unreadable`;
    for (const accountPage of [true, false]) {
      const context = { accountPage };
      expect(await to({ cookie, context })).toMatchObject({ to: "https://app.test/in" });
    }
  });
});

describe("what sessions learn of a request", () => {
  it("is nothing that they are not to know", () => {
    const jar = new CookieJar("");
    const all = { jar, cookies, now, client: undefined, site: "a site" };
    // @ts-expect-error A request has more, which is not read.
    const context = sessionContext(all);
    expect(context).toEqual({ jar, cookie: cookies.session, now, client: undefined });
  });
});
