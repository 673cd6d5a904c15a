import { readChunked } from "../cookies/chunks.js";
import { perConfig } from "../engine/per-config.js";
import type { Engine } from "../engine/engine.js";
import { processEnvironment } from "../mode.js";
import type { SessionContext } from "../sessions/index.js";
import type { AuthConfig } from "../types/config.js";
import type { JWT } from "../types/jwt.js";
import { sessionContextOf } from "./bearer.js";
import { managedEngine } from "./engine.js";

const engineOf = perConfig(managedEngine);

/** A session token that counts: as it is, and what it holds. */
export interface CurrentToken {
  readonly token: string;
  /** Null for sessions in a database, whose tokens hold nothing. */
  readonly claims: JWT | null;
}

/**
 * The token of a request's session cookie, else the one given; null when it isn't valid or its session was ended.
 * Rejects when that can't be known.
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

/** A token without a cookie: which of the two names it was made for isn't known. */
function bearing(engine: Engine, bearer: string | undefined): SessionContext[] {
  if (bearer === undefined) return [];
  return [true, false].map((secure) => {
    const { name } = engine.settings.cookies(secure).session;
    return sessionContextOf(engine, {
      headers: { cookie: `${name}=${encodeURIComponent(bearer)}` },
    });
  });
}
