import type { AdapterUser } from "../../../types/adapter.js";
import type { Awaitable } from "../../../types/common.js";
import type { IdentifiedUser } from "../../../types/identity.js";
import type { JWT } from "../../../types/jwt.js";
import type { Session } from "../../../types/session.js";
import { isPromise } from "../../async/deadline.js";
import { asError } from "../../errors/as-error.js";
import { JWTSessionError } from "../../errors/errors.js";
import type { SessionContext, SessionDeps, SessionRead, SessionUpdate } from "../contract.js";
import { ownSession, publicSession } from "../default-session.js";
import { withFacts } from "../facts.js";
import { spanOf } from "../lifetime.js";
import { nobody } from "../nobody.js";
import { writeSession } from "../session-cookie.js";
import {
  isChanged,
  pictureOf,
  tokenAsStored,
  tokenAtSignIn,
  tokenForCallbacks,
  tokenToStore,
} from "../token-view.js";
import type { FoundToken } from "./find.js";
import { isEndedMeanwhile, keptSession, type JwtParts } from "./parts.js";
import { factsToWrite, make, remake, tellIssued } from "./write.js";

/** The session for the app and the browser, renewed when due. */
export async function present(
  parts: JwtParts,
  context: SessionContext,
  { found, update }: { readonly found: FoundToken; readonly update?: SessionUpdate | undefined },
): Promise<SessionRead> {
  const { callbacks, events } = parts.deps;
  const claims = update?.user ? claimsOf(found.claims, update.user) : found.claims;
  const returned = callbacks.jwt ? await askCallback(callbacks.jwt, claims, update) : claims;
  if (!returned) return nobody(context);
  const { stored, token } = asStored(parts, found, returned);
  const changed = callbacks.jwt !== null && isChanged(stored, found.text);
  const renews =
    (update !== undefined || changed || isDue(parts, found, context)) && context.renew !== false;
  const held = renews ? { claims: stored, facts: await factsToWrite(parts, found) } : null;
  const made = held && (await (update ? make : remake)(parts, context, held));
  const expires = made?.expires ?? new Date(found.exp * 1000);
  // Awaits only if there's something to wait for: most reads don't.
  const reading = addedTo(parts, { claims: found.claims, facts: held?.facts ?? found.facts });
  const added = isPromise(reading) ? await reading : reading;
  const showing = shown(parts, context, { token, expires, added, update });
  const session = isPromise(showing) ? await showing : showing;
  // The user signed out while the callbacks ran.
  if (isEndedMeanwhile(parts, found.token, context.now)) return nobody(context);
  const answer = made
    ? parts.replaced[update ? "replace" : "offer"](found.token, made)
    : found.unsent;
  if (answer && context.renew !== false) writeSession(context, answer);
  if (held && made) await tellIssued(parts, context, { held, made, was: "renewed" });
  if (events.session) await events.session({ session, token });
  return { session };
}

/** The claims, with the user's stored name, address and picture. */
function claimsOf(claims: JWT, { name, email, image }: AdapterUser): JWT {
  const { image: _, ...others } = claims;
  return { ...others, name: name ?? null, email: email || null, picture: image ?? null };
}

/** The same of a user who has no session: the `session` callback gets the token of a new one. */
export async function show(
  parts: JwtParts,
  context: SessionContext,
  { user, expires, adds: added }: IdentifiedUser,
): Promise<Session> {
  const { events } = parts.deps;
  const token = tokenAtSignIn(user);
  const session = await shown(parts, context, { token, expires, added });
  if (events.session) await events.session({ session, token });
  return session;
}

/** The callback's result, as it's stored and as the next callback sees it. */
function asStored({ deps: { callbacks } }: JwtParts, found: FoundToken, returned: JWT) {
  const { facts } = found;
  if (!callbacks.jwt && !found.adopted) return { stored: returned, token: returned };
  const keptBy = (claims: JWT): JWT => (facts ? withFacts(claims, facts) : claims);
  const stored = keptBy(tokenToStore(returned, found.claims));
  return { stored, token: keptBy(tokenAsStored(returned, stored)) };
}

function isDue({ lifetime }: JwtParts, found: FoundToken, { now }: SessionContext): boolean {
  const { iat, facts, adopted } = found;
  return adopted || iat === undefined || now / 1000 - iat >= spanOf(lifetime, facts).updateAge;
}

function addedTo(
  { deps: { hooks } }: JwtParts,
  { claims, facts }: Pick<FoundToken, "claims" | "facts">,
) {
  return (facts && hooks?.read?.(keptSession(claims, facts))) ?? undefined;
}

function seenOf(token: JWT) {
  return { name: token.name, email: token.email, image: pictureOf(token) };
}

interface Shown {
  readonly token: JWT;
  readonly expires: Date;
  /** Added by plugins. */
  readonly added: object | undefined;
  readonly update?: SessionUpdate | undefined;
}

/** What the `session` callback makes of it, or the session as it is. */
function shown(
  { deps: { callbacks } }: JwtParts,
  { withId }: SessionContext,
  { token, expires, added, update }: Shown,
): Awaitable<Session> {
  const seen = seenOf(token);
  if (callbacks.session) {
    return callbacks.session({
      session: { ...added, ...publicSession(seen, expires) },
      token,
      ...(update && { newSession: update.data, trigger: "update" as const }),
    });
  }
  const plain = withId
    ? ownSession(seen, { id: token.sub, expires })
    : publicSession(seen, expires);
  return added ? { ...added, ...plain } : plain;
}

type JwtCallback = NonNullable<SessionDeps["callbacks"]["jwt"]>;

function askCallback(callback: JwtCallback, claims: JWT, update: SessionUpdate | undefined) {
  const token = tokenForCallbacks(claims);
  return callback(
    update ? { token, session: update.data, trigger: "update" } : { token, session: undefined },
  );
}

/** Without the callback's result, it's unknown whether the user is signed in. */
export async function askWhoIsHere(callback: JwtCallback, claims: JWT): Promise<JWT | null> {
  try {
    return await askCallback(callback, claims, undefined);
  } catch (error) {
    const message =
      "The `jwt` callback threw, so it's unknown whether the user is signed in. Fix the callback; it must return the token.";
    throw new JWTSessionError(message, { err: asError(error) });
  }
}
