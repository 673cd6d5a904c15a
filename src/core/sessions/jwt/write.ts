import type { JWT } from "../../../types/jwt.js";
import { SessionTooLarge } from "../../errors/errors.js";
import type { SessionContext } from "../contract.js";
import { withFacts, type SessionFacts } from "../facts.js";
import { lastsFor } from "../lifetime.js";
import type { MadeCookie } from "../session-cookie.js";
import type { FoundToken } from "./find.js";
import { keptSession, type JwtParts } from "./parts.js";

/** The content of a session token. */
export interface Held {
  readonly claims: JWT;
  readonly facts: SessionFacts | undefined;
}

/** The cookie of a session. Throws if it's too large. */
export async function make(
  { lifetime, codec, guard }: JwtParts,
  context: SessionContext,
  { claims, facts }: Held,
): Promise<MadeCookie> {
  const lasts = lastsFor(lifetime, facts && keptSession(claims, facts), context.now);
  const value = await codec.encode(facts ? withFacts(claims, facts) : claims, context, lasts);
  const expires = new Date(context.now + lasts * 1000);
  const untilClosed = facts?.untilClosed === true;
  const made = { value, expires, holds: claims, ...(untilClosed && { untilClosed }) };
  guard(context.cookie, made);
  return made;
}

/** The same for an existing session: one that got too large is left as it is. */
export async function remake(
  parts: JwtParts,
  context: SessionContext,
  held: Held,
): Promise<MadeCookie | null> {
  try {
    return await make(parts, context, held);
  } catch (error) {
    if (!(error instanceof SessionTooLarge)) throw error;
    parts.deps.logger.error(error.type, error);
    return null;
  }
}

/** The facts to write: a session that is older than the plugins gets theirs. */
export async function factsToWrite(
  { deps: { hooks } }: JwtParts,
  { claims, facts }: Pick<FoundToken, "claims" | "facts">,
): Promise<SessionFacts | undefined> {
  if (!facts?.adopted || facts.plugins || !hooks?.issue) return facts;
  return hooks.issue(keptSession(claims, facts));
}

/** Notifies the plugins that a session was written. */
export async function tellIssued(
  { deps: { hooks } }: JwtParts,
  { now, client }: SessionContext,
  {
    held: { claims, facts },
    made,
    was,
  }: { held: Held; made: MadeCookie; was: "started" | "renewed" },
): Promise<void> {
  if (!hooks?.issued || !facts) return;
  const written = { now, expires: made.expires, ...(client && { client: client() }) };
  await hooks.issued(keptSession(claims, facts), written, was);
}
