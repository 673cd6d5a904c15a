import type { SignedIn } from "../../../types/hooks.js";
import type { JWT } from "../../../types/jwt.js";
import { clearChunked, readChunked } from "../../cookies/chunks.js";
import type { SessionContext } from "../contract.js";
import { withFacts, type SessionFacts } from "../facts.js";
import { newFacts } from "../new-facts.js";
import { writeSession } from "../session-cookie.js";
import { tokenAtSignIn, tokenToStore } from "../token-view.js";
import { open } from "./find.js";
import { keptSession, subjectOf, type JwtParts } from "./parts.js";
import { factsToWrite, make, tellIssued } from "./write.js";

/** Signs a user in, replacing the previous session. */
export async function start(
  parts: JwtParts,
  context: SessionContext,
  who: SignedIn,
): Promise<string | null> {
  const { hooks } = parts.deps;
  const replaced = hooks && (await open(parts, context));
  const facts = await newFacts(parts.deps, who, context);
  const begun = await begin(parts, context, { who, facts, isNew: true });
  if (replaced?.facts) await hooks?.end?.(replaced.facts.sid);
  return subjectOf(begun ?? undefined);
}

/** The callback receives the linked account, so it can add to the token. */
export async function goOn(parts: JwtParts, context: SessionContext, who: SignedIn) {
  const found = await open(parts, context);
  // The user signed out while the account was being linked: an ended session isn't continued.
  if (!found && readChunked(context.jar, context.cookie) !== undefined) return;
  const facts = found ? await factsToWrite(parts, found) : await newFacts(parts.deps, who, context);
  await begin(parts, context, { who, facts, isNew: !found });
}

interface Beginning {
  readonly who: SignedIn;
  /** New facts, or those of the session that continues. */
  readonly facts: SessionFacts | undefined;
  /** A continued session keeps the facts of plugins: it may have been ended a moment ago. */
  readonly isNew: boolean;
}

async function begin(
  parts: JwtParts,
  context: SessionContext,
  { who, facts: begun, isNew }: Beginning,
): Promise<JWT | null> {
  const { hooks } = parts.deps;
  const kept = await askCallback(parts, who, begun);
  if (!kept) {
    clearChunked(context.jar, context.cookie);
    return null;
  }
  const claims = tokenToStore(kept, tokenAtSignIn(who.user));
  const facts =
    begun && isNew && hooks?.issue ? await hooks.issue(keptSession(claims, begun)) : begun;
  const held = { claims, facts };
  const made = await make(parts, context, held);
  await tellIssued(parts, context, { held, made, was: "started" });
  parts.ended.forget(made.value);
  writeSession(context, made);
  return claims;
}

async function askCallback(
  { deps: { callbacks } }: JwtParts,
  { user, account, profile, isNewUser }: SignedIn,
  facts: SessionFacts | undefined,
): Promise<JWT | null> {
  const token = facts ? withFacts(tokenAtSignIn(user), { ...facts }) : tokenAtSignIn(user);
  if (!callbacks.jwt) return token;
  return callbacks.jwt({
    token,
    user,
    account,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
    trigger: isNewUser ? "signUp" : "signIn",
  });
}
