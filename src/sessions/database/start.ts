import { SessionTokenError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { SignedIn } from "../../types/hooks.js";
import type { SessionContext } from "../contract.js";
import { lastsFor } from "../lifetime.js";
import { newFacts } from "../new-facts.js";
import { writeSession } from "../session-cookie.js";
import { factsInSuffix, withSuffix } from "../token-suffix.js";
import { adoptedFacts, storedKey, tokenOf, type DatabaseParts } from "./parts.js";

/** Signs somebody in, in place of who was. */
export async function start(
  parts: DatabaseParts,
  context: SessionContext,
  who: SignedIn,
): Promise<string> {
  const { deps, store, guard } = parts;
  const { hooks } = deps;
  const userId = String(who.user.id);
  const replaced = tokenOf(context);
  const begun = await newFacts(deps, who, context);
  const facts = begun && hooks?.issue ? await hooks.issue({ facts: begun, userId }) : begun;
  const kept = facts && { facts, userId };
  const plain = deps.generateSessionToken();
  const sessionToken = facts ? withSuffix(plain, facts) : plain;
  const expires = new Date(context.now + lastsFor(deps, kept, context.now) * 1000);
  guard(context.cookie, { value: sessionToken, expires, holds: { sessionToken } });
  const row = { sessionToken, userId: who.user.id ?? "", expires };
  const session = await store.createSession(row);
  if (kept && hooks?.issued) {
    const { now, client } = context;
    const key = await storedKey(deps, session.sessionToken);
    const written = { now, expires: session.expires, key, ...(client && { client: client() }) };
    await hooks.issued(kept, written, "started");
  }
  const untilClosed = facts?.untilClosed === true;
  writeSession(context, { value: session.sessionToken, expires: session.expires, untilClosed });
  if (replaced !== undefined) await endReplaced(parts, replaced);
  return userId;
}

async function endReplaced(parts: DatabaseParts, sessionToken: string): Promise<void> {
  try {
    await parts.store.deleteSession(sessionToken);
    await tellEnded(parts, sessionToken);
  } catch (error) {
    // The new session is there already; that an older one could not be removed stops nobody.
    const message = "The session that was replaced by a new one could not be removed.";
    const problem = new SessionTokenError(message, { err: asError(error) });
    parts.deps.logger.error("SessionTokenError", problem);
  }
}

/** The row is gone, and with it the session. The state has logged it when it could not be told. */
export async function tellEnded(parts: DatabaseParts, sessionToken: string): Promise<void> {
  const end = parts.deps.hooks?.end;
  if (!end) return;
  const { sid } = factsInSuffix(sessionToken) ?? (await adoptedFacts(parts, sessionToken));
  await end(sid).catch(() => undefined);
}
