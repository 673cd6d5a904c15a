import { clearChunked } from "../../cookies/chunks.js";
import type { SessionContext } from "../contract.js";
import { withFacts } from "../facts.js";
import { writeSession } from "../session-cookie.js";
import { isChanged, tokenToStore } from "../token-view.js";
import { find } from "./find.js";
import { isEndedMeanwhile, subjectOf, type JwtParts } from "./parts.js";
import { askWhoIsHere } from "./present.js";
import { factsToWrite, remake, tellIssued } from "./write.js";

/** Id of the user who is signed in, as the `jwt` callback sees it. */
export async function currentUserId(
  parts: JwtParts,
  context: SessionContext,
): Promise<string | null> {
  const { callbacks } = parts.deps;
  const found = await find(parts, context);
  if (!found || !callbacks.jwt) return subjectOf(found?.claims);
  const token = await askWhoIsHere(callbacks.jwt, found.claims);
  if (!token) {
    clearChunked(context.jar, context.cookie);
    return null;
  }
  const kept = tokenToStore(token, found.claims);
  const stored = found.facts ? withFacts(kept, found.facts) : kept;
  if (context.renew === false || !isChanged(stored, found.text)) return subjectOf(stored);
  const held = { claims: stored, facts: await factsToWrite(parts, found) };
  const made = await remake(parts, context, held);
  if (isEndedMeanwhile(parts, found.token, context.now)) return null;
  if (made) {
    writeSession(context, parts.replaced.offer(found.token, made));
    await tellIssued(parts, context, { held, made, was: "renewed" });
  }
  return subjectOf(stored);
}
