import type { AdapterSession, AdapterUser } from "../../../types/adapter.js";
import type { Awaitable } from "../../../types/common.js";
import type { Store } from "../../../types/store.js";
import { readChunked } from "../../cookies/chunks.js";
import { ofSecrets } from "../../state/secrets.js";
import type { SessionContext, SessionDeps } from "../contract.js";
import { EndedTokens } from "../ended-tokens.js";
import { createExtender } from "../extend.js";
import type { SessionFacts } from "../facts.js";
import type { KeptSession } from "../hooks.js";
import { adopt } from "../new-facts.js";
import { createCookieGuard } from "../session-cookie.js";
import { isTokenText } from "../session-token.js";
import { hashOfToken } from "../token-hash.js";

/** The parts of database sessions, created once per configuration. */
export interface DatabaseParts {
  readonly deps: SessionDeps;
  readonly store: Store;
  readonly extender: ReturnType<typeof createExtender>;
  /** Throws `SessionTooLarge`. */
  readonly guard: ReturnType<typeof createCookieGuard>;
  readonly ended: EndedTokens;
}

const endedOf = ofSecrets(() => new EndedTokens());

export function databaseParts(deps: SessionDeps, store: Store): DatabaseParts {
  return {
    deps,
    store,
    extender: createExtender(deps, store),
    guard: createCookieGuard(deps),
    ended: endedOf(deps.keys),
  };
}

export interface Row {
  readonly session: AdapterSession;
  readonly user: AdapterUser;
}

/** A stored session with the facts in its token. */
export interface FoundSession extends Row {
  readonly kept: KeptSession | undefined;
}

/** The session token the browser sent, if it's well-formed. */
export function tokenOf({ jar, cookie }: SessionContext): string | undefined {
  const text = readChunked(jar, cookie);
  return text !== undefined && isTokenText(text) ? text : undefined;
}

/** The facts of a session that is older than the plugins: the same at every read. */
export function adoptedFacts(
  { deps }: DatabaseParts,
  token: string,
  expires = new Date(0),
): Promise<SessionFacts> {
  return adopt(deps, token, expires.getTime() / 1000 - deps.maxAge);
}

/** The key by which the store finds a session. */
export function storedKey({ hashed, keys }: SessionDeps, token: string): Awaitable<string> {
  return hashed ? hashOfToken(keys, token) : token;
}
