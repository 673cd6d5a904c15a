import type { Context, StoredRuntime } from "../../core/plugin.js";
import { endApprovals } from "./approvals.js";
import { bearerTable } from "./table.js";
import { openAccess, prefixes, type BearerDeps } from "./tokens.js";

/** Signing out with an access token ends the app's refresh token, too. */
export async function forgetAtSignOut(deps: BearerDeps, context: Context): Promise<undefined> {
  const [, token = ""] =
    /^bearer +(\S+)$/i.exec(context.request.headers.get("authorization") ?? "") ?? [];
  if (!token.startsWith(prefixes.access)) return undefined;
  const access = await openAccess(deps, token);
  if (access) await context.records.remove(bearerTable, access.id);
  return undefined;
}

/** Deletes a user's app sessions, so that none of their refresh tokens works, and voids their approvals. */
export async function forgetUser(
  deps: BearerDeps,
  runtime: StoredRuntime,
  userId: string,
): Promise<void> {
  const { records } = runtime;
  await endApprovals(deps, runtime, userId);
  for (;;) {
    const { rows } = await records.find(bearerTable, { userId }, { limit: 100 });
    if (rows.length === 0) return;
    for (const { id } of rows) await records.remove(bearerTable, id);
  }
}
