import { readChunked, type Chunked } from "../../cookies/chunks.js";
import type { SessionContext, SessionRead } from "../contract.js";
import { factsOf, type SessionFacts } from "../facts.js";
import { isOver } from "../lifetime.js";
import { adopt } from "../new-facts.js";
import { nobody } from "../nobody.js";
import type { DecodedToken } from "../token-reader.js";
import { keptSession, type JwtParts } from "./parts.js";

/** A token that the browser sent, or the one that has taken its place since. */
export interface Found extends DecodedToken {
  readonly token: string;
  readonly facts: SessionFacts | undefined;
  /** It has got its facts just now, and the cookie is yet to say so. */
  readonly adopted: boolean;
  /** Set when the browser does not have it yet. */
  readonly unsent: Chunked | undefined;
}

/** The valid token that the browser sent, or the one that has taken its place since. */
export async function open(parts: JwtParts, context: SessionContext): Promise<Found | null> {
  const { codec, replaced, ended, deps } = parts;
  const token = readChunked(context.jar, context.cookie);
  const decoded = token === undefined ? null : await codec.decode(token, context);
  if (token === undefined || !decoded) return null;
  const unsent = replaced.newest(token);
  const isEnded = ended.has(token, context.now) || (unsent && ended.has(unsent.value, context.now));
  // The application's own tokens may be the same for two sessions, of which one goes on.
  if (isEnded && !deps.jwt.encode) return null;
  const newer = unsent && (await codec.decode(unsent.value, context));
  const { claims, exp, iat, text } = newer ?? decoded;
  const facts = factsOf(claims);
  // Written out: a spread with members behind it takes longer than all the rest of a read.
  const found: Found = newer
    ? { claims, exp, iat, text, token: unsent.value, unsent, facts, adopted: false }
    : { claims, exp, iat, text, token, unsent: undefined, facts, adopted: false };
  if (facts || !deps.hooks) return found;
  const since = found.iat ?? Math.floor(context.now / 1000);
  // The application's own tokens may have no room for facts: they would be adopted at every read.
  return { ...found, facts: await adopt(deps, found.token, since), adopted: !deps.jwt.encode };
}

/** The same, unless it was ended before its time. */
export async function find(parts: JwtParts, context: SessionContext): Promise<Found | null> {
  const found = await open(parts, context);
  const { hooks, isRefused } = parts.deps;
  const { unproven } = found?.facts ?? {};
  if (unproven !== undefined && (await isRefused?.(unproven, context.now))) return null;
  if (!hooks || !found?.facts) return found;
  const session = keptSession(found.claims, found.facts);
  if (isOver(parts.lifetime, session, context.now)) return null;
  if (!hooks.check) return found;
  const passes = hooks.check(session, context.now);
  // Nothing is awaited that is known: most reads end without.
  return (typeof passes === "boolean" ? passes : await passes) ? found : null;
}

/** Nobody is signed in. A cookie that is past by this server's clock stays: the browser drops it in time. */
export async function noSession(parts: JwtParts, context: SessionContext): Promise<SessionRead> {
  const token = readChunked(context.jar, context.cookie);
  const isPast = token !== undefined && (await parts.codec.isExpired(token, context));
  return isPast ? { session: null } : nobody(context);
}
