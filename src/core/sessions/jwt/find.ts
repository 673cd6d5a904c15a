import { readChunked, type Chunked } from "../../cookies/chunks.js";
import type { SessionContext, SessionRead } from "../contract.js";
import { factsOf, type SessionFacts } from "../facts.js";
import { isOver } from "../lifetime.js";
import { adopt } from "../new-facts.js";
import { nobody } from "../nobody.js";
import type { DecodedToken } from "../token-reader.js";
import { keptSession, type JwtParts } from "./parts.js";

/** The token the browser sent, or the one that has replaced it since. */
export interface FoundToken extends DecodedToken {
  readonly token: string;
  readonly facts: SessionFacts | undefined;
  /** It has just been given facts, which aren't in the cookie yet. */
  readonly adopted: boolean;
  /** Set if the browser doesn't have it yet. */
  readonly unsent: Chunked | undefined;
}

/** The browser's valid token, or the one that has replaced it since. */
export async function open(parts: JwtParts, context: SessionContext): Promise<FoundToken | null> {
  const { codec, replaced, ended, deps } = parts;
  const token = readChunked(context.jar, context.cookie);
  const decoded = token === undefined ? null : await codec.decode(token, context);
  if (token === undefined || !decoded) return null;
  const unsent = replaced.newest(token);
  const isEnded = ended.has(token, context.now) || (unsent && ended.has(unsent.value, context.now));
  // The app's own tokens may be equal for two sessions, only one of which has ended.
  if (isEnded && !deps.jwt.encode) return null;
  const newer = unsent && (await codec.decode(unsent.value, context));
  const { claims, exp, iat, text } = newer ?? decoded;
  const facts = factsOf(claims);
  // Written out: a spread followed by members takes longer than the rest of the read.
  const found: FoundToken = newer
    ? { claims, exp, iat, text, token: unsent.value, unsent, facts, adopted: false }
    : { claims, exp, iat, text, token, unsent: undefined, facts, adopted: false };
  if (facts || !deps.hooks) return found;
  const since = found.iat ?? Math.floor(context.now / 1000);
  // The app's own tokens may have no room for facts, so they'd be adopted at every read.
  return { ...found, facts: await adopt(deps, found.token, since), adopted: !deps.jwt.encode };
}

/** The same, unless it was revoked. */
export async function find(parts: JwtParts, context: SessionContext): Promise<FoundToken | null> {
  const found = await open(parts, context);
  const { hooks, unproven } = parts.deps;
  const fact = found?.facts?.unproven;
  if (fact !== undefined && (await unproven?.isRefused(fact, context.now))) return null;
  if (!hooks || !found?.facts) return found;
  const session = keptSession(found.claims, found.facts);
  if (isOver(parts.lifetime, session, context.now)) return null;
  if (!hooks.check) return found;
  const passes = hooks.check(session, context.now);
  // Awaits only if needed: most reads don't.
  return (typeof passes === "boolean" ? passes : await passes) ? found : null;
}

/** Nobody is signed in. An expired cookie is left alone: the browser drops it. */
export async function noSession(parts: JwtParts, context: SessionContext): Promise<SessionRead> {
  const token = readChunked(context.jar, context.cookie);
  const isPast = token !== undefined && (await parts.codec.isExpired(token, context));
  return isPast ? { session: null } : nobody(context);
}
