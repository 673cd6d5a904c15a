import { createLogger, type ReadSession } from "../../engine/index.js";
import { AuthError, SessionUnavailable } from "../../errors.js";
import type { Ready } from "./environment.js";
import { originOf } from "./origin.js";

/** Where a session is read from. */
export interface Sender {
  readonly headers: Headers;
  /** The URL Next.js knows the request by, where there is one. */
  readonly url?: string;
  /** False where no cookie can be set: then nothing is renewed. */
  readonly renew: boolean;
}

const nobody: ReadSession = { session: null, cookies: [] };

/**
 * The session of a request. A configuration that is wrong is logged, and then it is nobody's; rejects
 * with `SessionUnavailable` when it is not known now whose it is.
 */
export async function readSession(
  getReady: () => Promise<Ready>,
  sender: Sender,
): Promise<ReadSession> {
  return read(await readyOrUnavailable(getReady), sender);
}

/** Without a configuration there is no logger that could be asked, and nothing that could be known. */
async function readyOrUnavailable(getReady: () => Promise<Ready>): Promise<Ready> {
  try {
    return await getReady();
  } catch (error) {
    // By errors with a digest Next.js tells itself what kind of page it renders.
    if (typeof error === "object" && error !== null && "digest" in error) throw error;
    createLogger(undefined, false).error("AuthError", error);
    const message =
      "Whether somebody is signed in can not be told: the configuration function failed.";
    throw new SessionUnavailable(message, error instanceof Error ? { err: error } : undefined);
  }
}

async function read({ engine }: Ready, { headers, url, renew }: Sender): Promise<ReadSession> {
  try {
    const cookie = headers.get("cookie");
    return await engine.readSession(cookie, originOf(headers, url), { renew, withId: true });
  } catch (error) {
    if (error instanceof SessionUnavailable) throw error;
    const { logger } = engine.settings;
    logger.error(error instanceof AuthError ? error.type : "AuthError", error);
    return nobody;
  }
}
