import { createLogger, sentIn, type ReadSession } from "../../core/engine/index.js";
import { AuthError, SessionUnavailable } from "../../core/errors/errors.js";
import { memberOf } from "../visit/shapes.js";
import type { Ready } from "./environment.js";
import { originOf } from "./place.js";

/** Where a session is read from. */
export interface Sender {
  readonly headers: Headers;
  /** The URL that Next.js knows the request by, if there is one. */
  readonly url?: string;
  /** False if no cookie can be set: then nothing is renewed. */
  readonly renew: boolean;
}

const nobody: ReadSession = { session: null, cookies: [] };

/**
 * Reads the session of a request. A wrong configuration is logged and reads as null. Rejects with
 * `SessionUnavailable` if the store is down.
 */
export async function readSession(
  getReady: () => Promise<Ready>,
  sender: Sender,
): Promise<ReadSession> {
  return read(await readyOrUnavailable(getReady), sender);
}

/** Without a configuration there is no logger, and the session is unknown. */
async function readyOrUnavailable(getReady: () => Promise<Ready>): Promise<Ready> {
  try {
    return await getReady();
  } catch (error) {
    // Next.js throws errors with a digest to signal what kind of page it renders.
    if (memberOf(error, "digest") !== undefined) throw error;
    createLogger(undefined, false).error("AuthError", error);
    const message =
      "The configuration function failed, so it's unknown whether the user is signed in. Fix the function.";
    throw new SessionUnavailable(message, error instanceof Error ? { err: error } : undefined);
  }
}

async function read({ engine }: Ready, { headers, url, renew }: Sender): Promise<ReadSession> {
  try {
    const options = { renew, withId: true };
    return await engine.readSession(sentIn(headers), originOf(headers, url), options);
  } catch (error) {
    if (error instanceof SessionUnavailable) throw error;
    const { logger } = engine.settings;
    logger.error(error instanceof AuthError ? error.type : "AuthError", error);
    return nobody;
  }
}
