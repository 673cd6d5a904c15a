import { clearChunked, readChunked } from "../../cookies/chunks.js";
import type { CookieJar } from "../../cookies/jar.js";
import { asError } from "../../errors/as-error.js";
import { JWTSessionError, SessionTooLarge } from "../../errors/errors.js";
import type {
  CurrentSession,
  SessionContext,
  SessionDeps,
  SessionRead,
  Sessions,
  SessionUpdate,
} from "../contract.js";
import { signInTime, withFacts } from "../facts.js";
import { faultOf } from "../fault.js";
import { nobody } from "../nobody.js";
import { writeSession } from "../session-cookie.js";
import { isChanged, tokenToStore } from "../token-view.js";
import { goOn, start } from "./begin.js";
import { find, noSession, open } from "./find.js";
import { isEndedMeanwhile, jwtParts, type JwtParts, subjectOf } from "./parts.js";
import { askWhoIsHere, present, show } from "./present.js";
import { factsToWrite, remake, tellIssued } from "./write.js";

/** JWT sessions, whose whole content is in an encrypted cookie. */
export function jwtSessions(deps: SessionDeps): Sessions {
  const parts = jwtParts(deps);
  /**
   * Once per request: a callback that refreshes its own tokens mustn't use a refresh token twice.
   */
  const answered = new WeakMap<CookieJar, Promise<string | null>>();
  const current: Sessions["current"] = (context) => {
    const known = answered.get(context.jar);
    if (known) return known;
    const answer = currentUserId(parts, context);
    answered.set(context.jar, answer);
    return answer;
  };
  return {
    ofStoredUsers: false,
    current,
    start: (context, who) => start(parts, context, who),
    goOn: (context, who) => goOn(parts, context, who),
    show: (context, user) => show(parts, context, user),
    read: (context, update) => read(parts, context, update),
    about: async (context) => about(parts, context, await current(context)),
    end: (context) => end(parts, context),
  };
}

async function read(
  parts: JwtParts,
  context: SessionContext,
  update: SessionUpdate | undefined,
): Promise<SessionRead> {
  try {
    const found = await find(parts, context);
    if (!found) return await noSession(parts, context);
    if (!update) return await present(parts, context, { found });
    // Concurrent requests of one browser are serialized, so that each sees the result of the last.
    return await parts.replaced.inTurn(found.token, async () => {
      const newest = (await find(parts, context)) ?? (parts.deps.hooks ? null : found);
      return newest ? present(parts, context, { found: newest, update }) : nobody(context);
    });
  } catch (error) {
    if (error instanceof SessionTooLarge) throw error;
    return failedRead(parts, error);
  }
}

function failedRead({ deps: { logger } }: JwtParts, error: unknown): SessionRead {
  const err = asError(error);
  const fault = faultOf(error);
  const message = `The session couldn't be read${fault === "store" ? "" : ": the `jwt` or `session` callback failed"}.`;
  logger.error("JWTSessionError", new JWTSessionError(message, { err }));
  return { session: null, fault, error: err };
}

async function about(
  parts: JwtParts,
  context: SessionContext,
  userId: string | null,
): Promise<CurrentSession | null> {
  const found = userId === null ? null : await find(parts, context);
  if (!found) return null;
  const { claims, facts } = found;
  const { sid, provider, plugins, bothFactors } = facts ?? {};
  const authTime = signInTime(facts);
  return { sid, userId, authTime, bothFactors, provider, facts: plugins, claims };
}

async function end(parts: JwtParts, context: SessionContext): Promise<void> {
  const { hooks, events } = parts.deps;
  clearChunked(context.jar, context.cookie);
  const token = readChunked(context.jar, context.cookie);
  if (token === undefined) return;
  const found = await open(parts, context);
  // A replacement may be on its way to the browser.
  if (found) for (const one of [token, found.token]) parts.ended.add(one, context.now);
  if (found?.facts) await hooks?.end?.(found.facts.sid);
  await events.signOut({ token: found?.claims ?? null });
}

/** The signed-in user's id, as the `jwt` callback sees it. */
async function currentUserId(parts: JwtParts, context: SessionContext): Promise<string | null> {
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
