import { clearChunked, readChunked } from "../../cookies/chunks.js";
import type { CookieJar } from "../../cookies/jar.js";
import { JWTSessionError, SessionTooLarge } from "../../errors.js";
import { asError } from "../../thrown.js";
import type {
  CurrentSession,
  SessionContext,
  SessionDeps,
  SessionRead,
  SessionUpdate,
  Sessions,
} from "../contract.js";
import { signInTime } from "../facts.js";
import { faultOf } from "../fault.js";
import { nobody } from "../nobody.js";
import { goOn, start } from "./begin.js";
import { currentUserId } from "./current.js";
import { find, noSession, open } from "./find.js";
import { jwtParts, type JwtParts } from "./parts.js";
import { present } from "./present.js";

/** Sessions whose whole content travels in an encrypted cookie. */
export function jwtSessions(deps: SessionDeps): Sessions {
  const parts = jwtParts(deps);
  /** Once per request: a callback that renews tokens of its own must not use up the same one twice. */
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
    // What the browser asks for at the same time is done one after the other: each sees the last.
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
  const message = `The session could not be read${fault === "store" ? "" : ": the `jwt` or `session` callback failed"}.`;
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
  // What was made in its place may be on its way to the browser.
  if (found) for (const one of [token, found.token]) parts.ended.add(one, context.now);
  if (found?.facts) await hooks?.end?.(found.facts.sid);
  await events.signOut({ token: found?.claims ?? null });
}
