import { createLogger, type ReadSession } from "../../engine/index.js";
import { AuthError } from "../../errors.js";
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

/** The session of a request. Whatever goes wrong is logged, and then it is nobody's. */
export async function readQuietly(
  getReady: () => Promise<Ready>,
  sender: Sender,
): Promise<ReadSession> {
  try {
    return await read(await getReady(), sender);
  } catch (error) {
    logFailure(error);
    return nobody;
  }
}

async function read({ engine }: Ready, { headers, url, renew }: Sender): Promise<ReadSession> {
  try {
    const cookie = headers.get("cookie");
    return await engine.readSession(cookie, originOf(headers, url), { renew });
  } catch (error) {
    const { logger } = engine.settings;
    logger.error(error instanceof AuthError ? error.type : "AuthError", error);
    return nobody;
  }
}

/** For when there is no configuration whose logger could be asked. */
function logFailure(error: unknown): void {
  createLogger(undefined, false).error("AuthError", error);
}
