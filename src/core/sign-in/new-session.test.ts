import { describe, expect, it } from "vitest";
import { asPlugin, plugins, withoutPlugins } from "../../../test/support/plugins.js";
import { inert, now } from "../../../test/support/sign-in-world.js";
import type { SignedIn } from "../../types/hooks.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import { createKeyRing } from "../crypto/keys.js";
import type { Flow } from "../flow.js";
import type { Resolved } from "../plugin.js";
import type { SessionContext } from "../sessions/context.js";
import type { Sessions } from "../sessions/index.js";
import { memoryState } from "../state/memory.js";
import { createState } from "../state/state.js";
import {
  startSession,
  sessionContext,
  type NewSessionContext,
  type NewSession,
} from "./new-session.js";
import { observeSessionStart } from "./session-started.js";

const cookies = cookieSet(true, {});
const who: SignedIn = {
  user: { id: "1", email: "ada@example.org" },
  account: { provider: "idp", providerAccountId: "7", type: "oauth" },
};

const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const state = createState(memoryState(), { logger, timeout: 1000 });

interface Options {
  readonly context?: Partial<NewSessionContext>;
  readonly newSession?: Partial<NewSession>;
  readonly cookie?: string;
  readonly flows?: Readonly<Record<string, Partial<Flow>>>;
}

/** What newSession a session asks of everything around it, in its order. */
async function begin({ context = {}, newSession = {}, cookie = "", flows = {} }: Options = {}) {
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
  const outcome = await startSession(
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
      ...withoutPlugins,
      host: { observeSessionStart },
      tell: ({ type, ...told }) =>
        Promise.resolve(void asked.push(`${type} ${JSON.stringify(told)}`)),
      ...context,
    },
    { who, ask: null, callbackUrl: "https://app.test/in", ...newSession },
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
      'sign-in.succeeded {"isNewUser":false,"provider":"idp","userId":"1","personal":{"email":"ada@example.org"},"sessionId":"a session"}',
      'session.started {"provider":"idp","userId":"1","personal":{"email":"ada@example.org"},"sessionId":"a session"}',
      "event",
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
      newSession: { goesOn: true, ask: { userId: "1", within: 600 } },
      context: { lastUsedFirst: true },
      flows: { idp: {}, mail: {} },
    });
    expect(asked).toEqual(["goOn", expect.stringMatching(/^sign-in.succeeded /), "event"]);
    expect([set("proof"), set("last")]).toEqual([undefined, undefined]);
  });

  it("takes no watcher where there is no trail", async () => {
    const { contexts, asked } = await begin({ context: { tell: undefined } });
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
    "ends with the browser by the request (%j) unless the newSession says (%j): %j",
    async (said, meant, expected) => {
      const { contexts } = await begin({
        context: said === undefined ? {} : { untilClosed: said },
        newSession: meant === undefined ? {} : { untilClosed: meant },
      });
      expect(contexts[0]?.untilClosed).toBe(expected);
    },
  );

  it("keeps no proof unless somebody asks for one", async () => {
    expect((await begin()).set("proof")).toBeUndefined();
    const asking: readonly Options[] = [
      { context: { plugins: plugins({ keepsProofs: true }) } },
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
});

describe("where a session leads", () => {
  const pages = { newUser: "/welcome" };
  const to = async (options: Options) => (await begin(options)).outcome;

  it("is a page for new people, who are to go on from there", async () => {
    const isNew = { who: { ...who, isNewUser: true } };
    expect(await to({ context: { pages }, newSession: isNew })).toEqual({
      kind: "redirect",
      to: "https://app.test/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fin",
    });
    expect(await to({ context: { pages } })).toMatchObject({ to: "https://app.test/in" });
    expect(await to({ newSession: isNew })).toMatchObject({ to: "https://app.test/in" });
  });

  it("is where the first plugin sends them that does", async () => {
    const asked: unknown[] = [];
    const sending = (to: string | undefined) => ({
      ...asPlugin.bound,
      call: (_: unknown, { who: { user }, callbackUrl }: Resolved) => {
        asked.push([user.id, callbackUrl]);
        return Promise.resolve(to);
      },
    });
    const next = [
      sending(undefined),
      sending("https://app.test/ask"),
      sending("https://app.test/x"),
    ];
    const context = { plugins: plugins({ next }), forPlugin: asPlugin.forPlugin, pages };
    expect(await to({ context })).toMatchObject({ to: "https://app.test/ask" });
    expect(await to({ context, newSession: { goesOn: true } })).toMatchObject({
      to: "https://app.test/ask",
    });
    const once = ["1", "https://app.test/in"];
    expect(asked).toEqual([once, once, once, once]);
    const isNew = { who: { ...who, isNewUser: true } };
    const unasked = { ...context, plugins: plugins({ next: [sending(undefined)] }) };
    expect(await to({ context: unasked, newSession: isNew })).toMatchObject({
      to: "https://app.test/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fin",
    });
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
