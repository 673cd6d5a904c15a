import type { AuthConfig } from "../core/auth-config.js";
import { readChunked } from "../core/cookies/chunks.js";
import type { Engine } from "../core/engine/engine.js";
import { perConfig } from "../core/engine/per-config.js";
import type { SessionContext } from "../core/sessions/index.js";
import { processEnvironment } from "../core/values/mode.js";
import type { JWT } from "../types/jwt.js";
import { sessionContextOf } from "./bearer.js";
import { managedEngine } from "./engine.js";

const engineOf = perConfig(managedEngine);

/** A valid session token and its content. */
export interface CurrentToken {
  readonly token: string;
  /** Null for database sessions, whose tokens have no content. */
  readonly claims: JWT | null;
}

/**
 * The token in a request's session cookie, else the given one; null if it is invalid or its session
 * has ended. Rejects if that can't be determined.
 */
export async function currentToken(
  config: Omit<AuthConfig, "raw">,
  { cookie, bearer }: { readonly cookie: string | undefined; readonly bearer: string | undefined },
): Promise<CurrentToken | null> {
  const engine = engineOf(config, { env: processEnvironment() });
  const parts = await engine.settings.ready();
  if (parts.problem) throw parts.problem;
  const sent = sessionContextOf(engine, { headers: { cookie } });
  const isSent = readChunked(sent.jar, sent.cookie) !== undefined;
  const contexts = isSent ? [sent] : bearing(engine, bearer);
  for (const context of contexts) {
    const token = readChunked(context.jar, context.cookie);
    const session = token ? await parts.sessions.about(context) : null;
    if (token && session) return { token, claims: session.claims ?? null };
  }
  return null;
}

/** A token without a cookie: it may have been made for either cookie name. */
function bearing(engine: Engine, bearer: string | undefined): SessionContext[] {
  if (bearer === undefined) return [];
  return [true, false].map((secure) => {
    const { name } = engine.settings.cookies(secure).session;
    return sessionContextOf(engine, {
      headers: { cookie: `${name}=${encodeURIComponent(bearer)}` },
    });
  });
}
