import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { createStore } from "../../src/core/config/adapter.js";
import { createCallbacks, createEvents } from "../../src/core/config/hooks.js";
import { CookieJar } from "../../src/core/cookies/jar.js";
import { cookieSet } from "../../src/core/cookies/names.js";
import { createKeyRing } from "../../src/core/crypto/keys.js";
import type { Flow, Trust, Verified } from "../../src/core/flow.js";
import { databaseSessions } from "../../src/core/sessions/database/index.js";
import { jwtSessions } from "../../src/core/sessions/jwt/index.js";
import { memoryState } from "../../src/core/state/memory.js";
import { createState } from "../../src/core/state/state.js";
import type { Adapter } from "../../src/types/adapter.js";
import type { CallbacksOptions } from "../../src/types/callbacks.js";
import type { PagesOptions } from "../../src/types/pages.js";
import { withoutPlugins } from "./plugins.js";
import {
  completeSignIn,
  linkToSignedIn,
  type CompleteContext,
} from "../../src/core/sign-in/complete.js";

export const now = Date.UTC(2026, 0, 1);
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };

interface Options {
  readonly strategy?: "jwt" | "database";
  readonly pages?: Partial<PagesOptions>;
  readonly callbacks?: CallbacksOptions;
  readonly change?: (adapter: Required<Adapter>) => Adapter;
  readonly flows?: readonly Pick<Flow, "disown">[];
  readonly stored?: boolean;
  /** What else is so at the end of a sign-in. */
  readonly more?: Partial<CompleteContext>;
}

/** The end of a sign-in on a memory store, with whatever a flow may have proven. */
export function signInWorld(options: Options = {}) {
  const { strategy = "database", pages = {}, callbacks, change = (a) => a } = options;
  const { flows = [], stored = true, more } = options;
  const cookies = cookieSet(true, {});
  const rows = createMemoryStore();
  const overcome: unknown[] = [];
  const told: [string, unknown][] = [];
  const tell = (name: string) => (message: unknown) => {
    told.push([name, message]);
  };
  const adapter = change(MemoryAdapter(rows));
  const store = stored ? createStore(adapter, { logger: silent, timeout: 1000 }) : null;
  const logger = {
    ...silent,
    warn: (code: string, ...message: unknown[]) => {
      if (code === "adapter-overcome") overcome.push(message[0]);
    },
  };
  const keys = createKeyRing(["a secret for the end of a sign-in"]);
  const events = createEvents(
    {
      signIn: tell("signIn"),
      createUser: tell("createUser"),
      updateUser: tell("updateUser"),
      linkAccount: tell("linkAccount"),
      unlinkAccount: tell("unlinkAccount"),
    },
    { logger: silent, timeout: 1000 },
  );
  const shared = { store, keys, events, logger, callbacks: createCallbacks(callbacks) };
  const deps = {
    ...shared,
    strategy,
    maxAge: 100,
    updateAge: 10,
    maxCookieSize: 12_288,
    warnOnce: () => undefined,
    generateSessionToken: () => crypto.randomUUID(),
    jwt: { maxAge: 100, secret: "s" },
  };
  const state = createState(memoryState(), { logger: silent, timeout: 1000 });
  const sessions =
    strategy === "database" && store ? databaseSessions(deps, store) : jwtSessions(deps);
  const contextFor = (cookie: string): CompleteContext => ({
    ...shared,
    site: { origin: "https://app.test", basePath: "/auth" },
    jar: new CookieJar(cookie),
    cookies,
    state,
    now,
    sessions,
    pages,
    callbackUrl: "https://app.test/in",
    flows: new Map(flows.map((flow, index) => [`flow${index}`, { ...inert, ...flow }])),
    resolveRedirect: (target) => Promise.resolve(`judged ${String(target)}`),
    isFresh: () => Promise.resolve(true),
    endSessions: () => Promise.resolve(true),
    ...withoutPlugins,
    ...more,
  });
  const answered = ({ jar }: CompleteContext) => {
    const session = jar.changes().find(({ name }) => name === cookies.session.name);
    return { changes: jar.changes(), cookie: `${cookies.session.name}=${session?.value ?? ""}` };
  };
  const finish = async (verified: Verified, cookie = "") => {
    const context = contextFor(cookie);
    const outcome = await completeSignIn(context, verified);
    return { outcome, ...answered(context) };
  };
  const link = async (verified: Verified, cookie = "") => {
    const context = contextFor(cookie);
    await linkToSignedIn(context, verified);
    return answered(context);
  };
  return { rows, told, overcome, cookies, keys, finish, link };
}

/** A flow that does nothing. */
export const inert: Flow = {
  id: "inert",
  name: "Inert",
  type: "oauth",
  form: () => undefined,
  finish: {},
  finishNeedsCsrf: () => false,
  leavesSite: false,
};

/** What a flow has proven of Ada. */
export const proof = (trust: Trust, overrides: Partial<Verified> = {}): Verified => ({
  kind: "verified",
  trust,
  user: { id: "at-provider", name: "Ada", email: "ada@example.org" },
  account: {
    provider: "idp",
    providerAccountId: "at-provider",
    type: trust === "email-owner" ? "email" : "oauth",
    access_token: "t",
    custom: "x",
  },
  ...(trust !== "email-owner" && { profile: { sub: "at-provider", nickname: "Lady" } }),
  storedTokens: { access_token: "t" },
  ...overrides,
});
