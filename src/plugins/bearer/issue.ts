import { json, type Outcome } from "../../core/http/outcome.js";
import type { Context } from "../../core/plugin.js";
import type { RowOf } from "../../types/records.js";
import { bearerTable } from "./table.js";
import {
  openSession,
  sealAccess,
  sealRefresh,
  sealSession,
  type BearerDeps,
  type Refresh,
} from "./tokens.js";

type BearerRow = RowOf<typeof bearerTable>;

/** A session that was just issued to an app. */
interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  readonly session: string;
  /** What the grant adds to the answer. */
  readonly added?: Readonly<Record<string, string>>;
}

/** Stores the session of an app, and returns its first tokens. */
export async function keepSession(
  deps: BearerDeps,
  context: Context,
  { session, added = {}, ...of }: NewSession,
): Promise<Outcome> {
  const expiresAt = new Date(context.now + deps.settings.refreshMaxAge * 1000);
  const sealed = await sealSession(deps, session);
  await context.records.insert(bearerTable, { ...of, session: sealed, version: 1, expiresAt });
  return json({ ...(await tokensOf(deps, { id: of.id, version: 1 }, session)), ...added });
}

/** RFC 6749, section 5.1. */
export async function tokensOf(deps: BearerDeps, refresh: Refresh, session: string) {
  return {
    access_token: await sealAccess(deps, { id: refresh.id, session }),
    token_type: "Bearer",
    expires_in: deps.settings.accessMaxAge,
    refresh_token: await sealRefresh(deps, refresh),
  };
}

/** RFC 6749, section 5.2. */
export type TokenError =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "access_denied"
  | "interaction_required";

export function refused(error: TokenError): Outcome {
  return json({ error }, 400);
}

/** A code that is used again may have been stolen, so the session it started ends. */
export async function endReused(deps: BearerDeps, context: Context, id: string): Promise<Outcome> {
  const row = await context.records.get(bearerTable, id);
  return row ? reused(deps, context, row) : refused("invalid_grant");
}

/**
 * A replaced refresh token that is used again is in two hands. It's unknown which is the user's, so
 * both lose the session.
 */
export async function reused(deps: BearerDeps, context: Context, row: BearerRow): Promise<Outcome> {
  await end(deps, context, row);
  const { userId, clientId } = row;
  await context.tell({ type: "bearer.reused", userId, clientId });
  return refused("invalid_grant");
}

/** False if another request has ended it. */
export async function end(deps: BearerDeps, context: Context, row: BearerRow): Promise<boolean> {
  if (!(await context.records.remove(bearerTable, row.id))) return false;
  const session = await openSession(deps, row.session);
  if (session !== null) await context.tokenSessions.end(session);
  return true;
}
