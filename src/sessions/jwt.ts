import { clearChunked, readChunked, type Chunked } from "../cookies/chunks.js";
import type { CookieJar } from "../cookies/jar.js";
import { JWTSessionError, SessionTooLarge } from "../errors.js";
import { ofSecrets } from "../state/secrets.js";
import { asError } from "../thrown.js";
import type { JWT } from "../types/jwt.js";
import type { SignedIn } from "../types/hooks.js";
import type { Session } from "../types/session.js";
import type {
  SessionContext,
  SessionDeps,
  SessionRead,
  SessionUpdate,
  Sessions,
} from "./contract.js";
import { createTokenCodec } from "./token-codec.js";
import type { DecodedToken } from "./token-reader.js";
import { ownSession, publicSession } from "./default-session.js";
import { factsOf, signInTime, withFacts, type SessionFacts } from "./facts.js";
import { isOver, lastsFor, spanOf } from "./span.js";
import { newFacts } from "./new-facts.js";
import { faultOf } from "./fault.js";
import { nobody } from "./nobody.js";
import { createCookieGuard, writeSession, type MadeCookie } from "./session-cookie.js";
import { Succession } from "./succession.js";
import {
  isChanged,
  pictureOf,
  tokenAsStored,
  tokenAtSignIn,
  tokenForCallbacks,
  tokenToStore,
} from "./token-view.js";

const successionOf = ofSecrets(() => new Succession());

/** A token that the browser sent, or the one that has taken its place since. */
interface Found extends DecodedToken {
  readonly token: string;
  readonly facts: SessionFacts | undefined;
  /** It has got its facts just now, and the cookie is yet to say so. */
  readonly adopted: boolean;
  /** Set when the browser does not have it yet. */
  readonly unsent: Chunked | undefined;
}

/** Sessions whose whole content travels in an encrypted cookie. */
export function jwtSessions(deps: SessionDeps): Sessions {
  const { callbacks, events, jwt, keeper = null, logger } = deps;
  const spans = { ...deps, maxAge: jwt.maxAge };
  const codec = createTokenCodec(deps);
  const guard = createCookieGuard(deps);
  // Tokens of the application's own making may be the same for two sessions: none follows another.
  const succession = jwt.encode ? new Succession(0) : successionOf(deps.keys);

  /** The valid token that the browser sent, or the one that has taken its place since. */
  const open = async (context: SessionContext): Promise<Found | null> => {
    const token = readChunked(context.jar, context.cookie);
    const decoded = token === undefined ? null : await codec.decode(token, context);
    if (token === undefined || !decoded) return null;
    const unsent = succession.newest(token);
    const newer = unsent && (await codec.decode(unsent.value, context));
    const { claims, exp, iat, text } = newer ?? decoded;
    const facts = factsOf(claims);
    // Written out: a spread with members behind it takes longer than all the rest of a read.
    const found: Found = newer
      ? { claims, exp, iat, text, token: unsent.value, unsent, facts, adopted: false }
      : { claims, exp, iat, text, token, unsent: undefined, facts, adopted: false };
    if (facts || !keeper) return found;
    const since = found.iat ?? Math.floor(context.now / 1000);
    // The application's own tokens may have no room for facts: they would be adopted at every read.
    return { ...found, facts: await keeper.adopt(found.token, since), adopted: !jwt.encode };
  };
  /** The same, unless it was ended before its time. */
  const find: typeof open = keeper
    ? async (context) => {
        const found = await open(context);
        if (!found?.facts) return found;
        if (isOver(spans, found.facts, context.now)) return null;
        const owned = { facts: found.facts, userId: subjectOf(found.claims) };
        const ended = keeper.isEnded(owned, context.now);
        // Nothing is awaited that is known: most reads end without.
        return (typeof ended === "boolean" ? ended : await ended) ? null : found;
      }
    : open;
  /** Nobody is signed in. A cookie that is past by this server's clock stays: the browser drops it in time. */
  const noSession = async (context: SessionContext): Promise<SessionRead> => {
    const token = readChunked(context.jar, context.cookie);
    const isPast = token !== undefined && (await codec.isExpired(token, context));
    return isPast ? { session: null } : nobody(context);
  };
  /** The cookie for claims. Throws when it would be too large. */
  const make = async (
    context: SessionContext,
    claims: JWT,
    facts: SessionFacts | undefined,
  ): Promise<MadeCookie> => {
    const lasts = lastsFor(spans, facts, context.now);
    const value = await codec.encode(claims, context, lasts);
    const expires = new Date(context.now + lasts * 1000);
    const untilClosed = facts?.untilClosed === true;
    const made = { value, expires, holds: claims, ...(untilClosed && { untilClosed }) };
    guard(context.cookie, made);
    return made;
  };
  /** The same where a session exists already, and goes on as it is. */
  const remake: (...given: Parameters<typeof make>) => Promise<MadeCookie | null> = async (
    ...given
  ) => {
    try {
      return await make(...given);
    } catch (error) {
      if (!(error instanceof SessionTooLarge)) throw error;
      logger.error(error.type, error);
      return null;
    }
  };
  /** Also where it was not due: the note must not run out before the session does. */
  const noteAgain = async (
    context: SessionContext,
    { facts, claims }: Pick<Found, "facts" | "claims">,
    { expires }: MadeCookie,
  ): Promise<void> => {
    if (!keeper?.listed || !facts) return;
    await keeper.noteAgain({ facts, userId: subjectOf(claims), context, expires });
  };
  const isDue = ({ iat, facts, adopted }: Found, { now }: SessionContext): boolean =>
    adopted || iat === undefined || now / 1000 - iat >= spanOf(spans, facts).updateAge;

  const present = async (
    context: SessionContext,
    found: Found,
    update?: SessionUpdate,
  ): Promise<SessionRead> => {
    const returned = callbacks.jwt
      ? await askCallback(callbacks.jwt, found.claims, update)
      : found.claims;
    if (!returned) return nobody(context);
    const { facts } = found;
    const keptBy = (claims: JWT): JWT => (facts ? withFacts(claims, facts) : claims);
    const isSame = !callbacks.jwt && !found.adopted;
    const stored = isSame ? returned : keptBy(tokenToStore(returned, found.claims));
    const token = isSame ? returned : keptBy(tokenAsStored(returned, stored));
    const changed = callbacks.jwt !== null && isChanged(stored, found.text);
    const due = isDue(found, context);
    const renews = (update !== undefined || changed || due) && context.renew !== false;
    const made = renews ? await (update ? make : remake)(context, stored, facts) : null;
    const expires = made?.expires ?? new Date(found.exp * 1000);
    // Nothing is awaited that is not there: most reads end without.
    const session = callbacks.session
      ? await callbacks.session({
          session: publicSession(seenOf(token), expires),
          token,
          ...(update && { newSession: update.data, trigger: "update" as const }),
        })
      : plainSession(context, token, expires);
    const answer = made
      ? succession[update ? "replace" : "offer"](found.token, made)
      : found.unsent;
    if (answer && context.renew !== false) writeSession(context, answer);
    if (made) await noteAgain(context, { facts, claims: stored }, made);
    if (events.session) await events.session({ session, token });
    return { session };
  };

  /** Once per request: a callback that renews tokens of its own must not use up the same one twice. */
  const answered = new WeakMap<CookieJar, Promise<string | null>>();
  const judge = async (context: SessionContext): Promise<string | null> => {
    const found = await find(context);
    if (!found || !callbacks.jwt) return subjectOf(found?.claims);
    const token = await askInTurn(callbacks.jwt, found.claims);
    if (!token) {
      clearChunked(context.jar, context.cookie);
      return null;
    }
    const kept = tokenToStore(token, found.claims);
    const stored = found.facts ? withFacts(kept, found.facts) : kept;
    const renews = context.renew !== false && isChanged(stored, found.text);
    const made = renews ? await remake(context, stored, found.facts) : null;
    if (made) {
      writeSession(context, succession.offer(found.token, made));
      await noteAgain(context, { ...found, claims: stored }, made);
    }
    return subjectOf(stored);
  };

  /** Makes a session, with facts of its own or those of the one that goes on. */
  const begin = async (
    context: SessionContext,
    { user, account, profile, isNewUser }: SignedIn,
    facts: SessionFacts | undefined,
  ): Promise<JWT | null> => {
    const seen = facts ? withFacts(tokenAtSignIn(user), { ...facts }) : tokenAtSignIn(user);
    const params = {
      token: seen,
      user,
      account,
      ...(profile && { profile }),
      ...(isNewUser !== undefined && { isNewUser }),
      trigger: isNewUser ? "signUp" : "signIn",
    } as const;
    const kept = callbacks.jwt ? await callbacks.jwt(params) : seen;
    if (!kept) {
      clearChunked(context.jar, context.cookie);
      return null;
    }
    const claims = tokenToStore(kept, tokenAtSignIn(user));
    const admitted = facts && ((await keeper?.admit(facts, subjectOf(claims))) ?? facts);
    const stored = admitted ? withFacts(claims, admitted) : claims;
    const made = await make(context, stored, admitted);
    if (keeper?.listed && admitted) {
      const { expires } = made;
      await keeper.note({ facts: admitted, userId: subjectOf(stored), context, expires });
    }
    writeSession(context, made);
    return stored;
  };
  const start: Sessions["start"] = async (context, who) => {
    const replaced = keeper && (await open(context));
    const begun = await begin(context, who, await newFacts(deps, who, context));
    if (replaced?.facts) await keeper?.end(replaced.facts);
    return subjectOf(begun ?? undefined);
  };
  const current: Sessions["current"] = (context) => {
    const known = answered.get(context.jar);
    if (known) return known;
    const answer = judge(context);
    answered.set(context.jar, answer);
    return answer;
  };

  return {
    ofStoredUsers: false,
    start,
    // The callback sees the account that was linked, and the token can take from it what it needs.
    async goOn(context, who) {
      const found = await open(context);
      await begin(context, who, found ? found.facts : await newFacts(deps, who, context));
    },
    current,
    async about(context) {
      const userId = await current(context);
      const found = userId === null ? null : await find(context);
      if (!found) return null;
      const { sid, provider, epoch, bothFactors } = found.facts ?? {};
      return { sid, userId, authTime: signInTime(found.facts), bothFactors, provider, epoch };
    },
    async read(context, update) {
      try {
        const found = await find(context);
        if (!found) return await noSession(context);
        if (!update) return await present(context, found);
        // What the browser asks for at the same time is done one after the other: each sees the last.
        return await succession.inTurn(found.token, async () => {
          const newest = (await find(context)) ?? (keeper ? null : found);
          return newest ? present(context, newest, update) : nobody(context);
        });
      } catch (error) {
        if (error instanceof SessionTooLarge) throw error;
        const err = asError(error);
        const fault = faultOf(error);
        const message = `The session could not be read${fault === "store" ? "" : ": the `jwt` or `session` callback failed"}.`;
        logger.error("JWTSessionError", new JWTSessionError(message, { err }));
        return { session: null, fault, error: err };
      }
    },
    async end(context) {
      clearChunked(context.jar, context.cookie);
      if (readChunked(context.jar, context.cookie) === undefined) return;
      const found = await open(context);
      if (found?.facts) await keeper?.end(found.facts);
      await events.signOut({ token: found?.claims ?? null });
    },
  };
}

function seenOf(token: JWT) {
  return { name: token.name, email: token.email, image: pictureOf(token) };
}

function plainSession({ withId }: SessionContext, token: JWT, expires: Date): Session {
  const seen = seenOf(token);
  return withId ? ownSession(seen, { id: token.sub, expires }) : publicSession(seen, expires);
}

function askCallback(
  callback: NonNullable<SessionDeps["callbacks"]["jwt"]>,
  claims: JWT,
  update: SessionUpdate | undefined,
) {
  const token = tokenForCallbacks(claims);
  return callback(
    update ? { token, session: update.data, trigger: "update" } : { token, session: undefined },
  );
}

/** What the callback would have said is not known: nobody is taken for signed out, or in. */
async function askInTurn(callback: NonNullable<SessionDeps["callbacks"]["jwt"]>, claims: JWT) {
  try {
    return await askCallback(callback, claims, undefined);
  } catch (error) {
    const message = "It is not known who is signed in: the `jwt` callback failed.";
    throw new JWTSessionError(message, { err: asError(error) });
  }
}

function subjectOf(claims: JWT | undefined): string | null {
  const subject: unknown = claims?.sub;
  return typeof subject === "string" && subject !== "" ? subject : null;
}
