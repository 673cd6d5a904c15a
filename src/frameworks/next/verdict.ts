import type { NextRequest } from "next/server.js";
import { AuthError } from "../../errors.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Session } from "../../types/session.js";
import type { NextAuthCallbacks } from "./types.js";

/** What `authorized` makes of a request. */
export type Verdict = "allow" | "deny" | Response;

/** Asks the `authorized` callback. Without one everybody passes; one that throws lets nobody pass. */
export async function judge(
  callbacks: NextAuthCallbacks | undefined,
  asked: { request: NextRequest; auth: Session | null },
  logger: LoggerInstance,
): Promise<Verdict> {
  if (!callbacks?.authorized) return "allow";
  try {
    const answer = await callbacks.authorized(asked);
    if (answer instanceof Response) return answer;
    return answer ? "allow" : "deny";
  } catch (error) {
    const err = error instanceof Error ? error : new Error(String(error));
    const message = "The `authorized` callback failed, so that the request is denied.";
    logger.error("AuthError", new AuthError(message, { err }));
    return "deny";
  }
}
