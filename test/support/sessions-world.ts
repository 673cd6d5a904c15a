import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { createStore } from "../../src/core/config/adapter.js";
import { createCallbacks, createEvents } from "../../src/core/config/hooks.js";
import { CookieJar } from "../../src/core/cookies/jar.js";
import { createKeyRing } from "../../src/core/crypto/keys.js";
import { openToken } from "../../src/core/crypto/token.js";
import type { Adapter } from "../../src/types/adapter.js";
import type { CallbacksOptions } from "../../src/types/callbacks.js";
import type { SignedIn } from "../../src/types/hooks.js";
import type { JWTOptions } from "../../src/types/jwt.js";
import type {
  SessionContext,
  SessionDeps,
  SessionUpdate,
} from "../../src/core/sessions/contract.js";
import { databaseSessions } from "../../src/core/sessions/database/index.js";
import { jwtSessions } from "../../src/core/sessions/jwt/index.js";

export const began = Date.UTC(2026, 0, 1);
const cookie = { name: "s", options: { path: "/" } };
export const maxAge = 100;
export const updateAge = 10;
/** So many seconds after the beginning. */
export const at = (seconds: number) => began + seconds * 1000;
export const iso = (seconds: number) => new Date(at(seconds)).toISOString();

export const ada = {
  id: "1",
  name: "Ada",
  email: "ada@example.org",
  image: "https://img.test/ada.png",
};
/** What the browser sees of her. */
export const publicly = { name: ada.name, email: ada.email, image: ada.image };
export const who: SignedIn = {
  user: ada,
  account: { provider: "idp", providerAccountId: "7", type: "oauth" },
};

interface Options extends Pick<SessionDeps, "hashed" | "hooks"> {
  readonly strategy?: "jwt" | "database";
  readonly callbacks?: CallbacksOptions;
  readonly change?: (adapter: Required<Adapter>) => Adapter;
  readonly jwt?: Partial<JWTOptions>;
  readonly secret?: string;
}

/** Sessions of one browser, on a memory store, at times that the test chooses. */
export function sessionsWorld({
  strategy = "jwt",
  callbacks,
  change = (a) => a,
  jwt = {},
  secret = "a secret of sessions",
  ...more
}: Options) {
  const rows = createMemoryStore();
  rows.users.set("1", { ...ada, emailVerified: null });
  const told: [string, unknown][] = [];
  const logged: [string, unknown][] = [];
  const log = (code: string, ...message: unknown[]) => {
    logged.push([code, message[0]]);
  };
  const refused: unknown[] = [];
  const debug = (code: string, ...message: unknown[]) => {
    if (code === "session_token_refused") refused.push(...message);
  };
  const logger = { error: log, warn: log, debug };
  const keys = createKeyRing([secret]);
  let made = 0;
  const deps = {
    ...more,
    strategy,
    maxAge,
    updateAge,
    maxCookieSize: 12_288,
    warnOnce: (code: string, message: () => string) => void logged.push([code, message()]),
    keys,
    logger,
    generateSessionToken: () => `token ${(made += 1)}`,
    jwt: { maxAge, secret, ...jwt },
    callbacks: createCallbacks(callbacks),
    events: createEvents(
      {
        session: (message) => void told.push(["session", message]),
        signOut: (message) => void told.push(["signOut", message]),
      },
      { logger, timeout: 1000 },
    ),
    store: createStore(change(MemoryAdapter(rows)), { logger, timeout: 1000 }),
  };
  const sessions = strategy === "database" ? databaseSessions(deps, deps.store) : jwtSessions(deps);
  let header = "";

  /** One request of the browser, which keeps the cookies of the answer. */
  const request = async <T>(seconds: number, work: (context: SessionContext) => Promise<T>) => {
    const jar = new CookieJar(header);
    const result = await work({ jar, cookie, now: at(seconds) });
    const changes = jar.changes();
    for (const { value } of changes) header = value === "" ? "" : `s=${encodeURIComponent(value)}`;
    return { result, changes };
  };
  return {
    rows,
    told,
    logged,
    refused,
    sessions,
    keys,
    request,
    send: (text: string) => {
      header = text;
    },
    start: (seconds: number, signedIn = who) =>
      request(seconds, (context) => sessions.start(context, signedIn)),
    read: (seconds: number, update?: SessionUpdate) =>
      request(seconds, (context) => sessions.read(context, update)),
    current: async (seconds: number) =>
      (await request(seconds, (context) => sessions.current(context))).result,
    end: (seconds: number) => request(seconds, (context) => sessions.end(context)),
    claims: async (seconds = 0) => {
      const token = new CookieJar(header).get("s") ?? "";
      const opened = await openToken(keys, { salt: "s", token, now: at(seconds) });
      return opened.ok ? opened.claims : opened.reason;
    },
  };
}
