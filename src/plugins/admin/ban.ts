import { forgetChecks } from "./doors.js";
import { tellAct, type ActParts, type Permitted } from "./permit.js";
import { AdminRefused } from "./refused.js";
import { endEpoch, type AdminRow } from "./table.js";
import type { Ban, BanRequest } from "./types.js";

const longestReason = 1000;

/** Bans a user. The row is written first: from then on, every door refuses. */
export async function ban(
  parts: ActParts,
  permitted: Permitted,
  { userId, reason, until }: BanRequest & { readonly userId: string },
): Promise<Ban> {
  const now = Date.now();
  if (until && !(until.getTime() > now)) throw new AdminRefused("InvalidBan");
  if ((reason?.length ?? 0) > longestReason) throw new AdminRefused("InvalidBan");
  const row = {
    ...{ banned: true, reason: reason ?? null, bannedAt: new Date(now) },
    ...{ until: until ?? null, bannedBy: parts.by ?? null },
  };
  await endSessions(parts, permitted, { userId, ...row });
  const ends = until && { until: until.toISOString() };
  await tellAct(parts, { type: "admin.banned", userId, ...ends });
  return banIn({ userId, ...row });
}

/** Ends all sessions, and writes the rest of the row along with that. */
export async function endSessions(
  { deps }: Pick<ActParts, "deps">,
  { runtime }: Pick<Permitted, "runtime">,
  { userId, ...row }: Partial<Omit<AdminRow, "epoch">> & { readonly userId: string },
): Promise<void> {
  await endEpoch(runtime.records, userId, row);
  forgetChecks(deps, userId);
  // They are refused already. This cleans up, and a failure is logged by the store or the state.
  await runtime.endSessions(userId).catch(() => undefined);
}

export function banIn({
  userId,
  reason,
  bannedAt,
  until,
  bannedBy,
}: Omit<AdminRow, "epoch" | "banned">): Ban {
  return { userId, reason, at: bannedAt, until, by: bannedBy };
}
