import type { Runtime } from "../../core/plugin.js";
import { keysOf } from "../../core/plugins/app.js";
import { partsOf } from "../../core/plugins/runtime.js";
import { endProvisional } from "../../core/provisional/end-sessions.js";
import { listSessions } from "../../core/sessions/devices.js";
import { endParked } from "../../core/sign-in/parked.js";
import type { SessionRecord } from "../../types/session-hooks.js";
import { forgetChecks } from "./doors.js";
import { invitationOf } from "./invitation.js";
import { permit, permitOn, tellAct, type ActParts, type Permitted } from "./permit.js";
import { AdminRefused } from "./refused.js";
import { adminTable, activeBan, lift, readRow, endEpoch, type AdminRow } from "./table.js";
import type { AdminActs, AdminPage, AdminSession, Ban, BanRequest } from "./types.js";
import { createUser, listUsers } from "./users.js";

/** Administers users, inside or outside of a request. */
export function adminActs(parts: ActParts): AdminActs {
  return {
    ban: async (userId, request = {}) =>
      ban(parts, await permitOn(parts, userId), { ...request, userId }),
    async unban(userId) {
      const { runtime } = await permitOn(parts, userId);
      if (!(await lift(runtime.records, userId))) return false;
      await tellAct(parts, { type: "admin.unbanned", userId });
      return true;
    },
    async banOf(userId) {
      const { runtime } = await permit(parts);
      const row = activeBan(await readRow(runtime.records, userId), Date.now());
      return row && banIn(row);
    },
    bans: async (page = {}) => bans(await permit(parts), page),
    users: async (page = {}) => listUsers(await permit(parts), page),
    createUser: async (user) => createUser(parts, await permit(parts), user),
    invite: async (user) => (await import("./invite.js")).invite(parts, user),
    async invitationOf(userId) {
      const { runtime } = await permit(parts);
      if (!parts.deps.options.invitations) return null;
      const row = await invitationOf(runtime.records, userId, Date.now());
      return row && { userId, email: row.email, expires: row.expires, by: row.invitedBy };
    },
    withdrawInvitation: async (userId) => (await import("./invite.js")).withdraw(parts, userId),
    async endSessions(userId) {
      await endEverySession(parts, await permitOn(parts, userId), userId);
      await tellAct(parts, { type: "admin.sessions-ended", userId });
    },
    async sessions(userId) {
      const { runtime } = await permitOn(parts, userId);
      const { registry } = parts.plugins;
      const found = await listSessions({ registry, endSessions: runtime.endSessions }, userId);
      return found.map(sessionIn);
    },
    resetSecondFactor: (userId) =>
      removeCredential(parts, userId, {
        event: "admin.second-factor-reset",
        remove: (runtime) => resetFactors(parts, runtime, userId),
      }),
    removePassword: (userId) =>
      removeCredential(parts, userId, {
        event: "admin.password-removed",
        remove: (runtime) => removePasswords(runtime, userId),
      }),
  };
}

async function bans({ runtime }: Permitted, { limit = 100, after }: AdminPage) {
  const page = { limit, ...(after !== undefined && { after }) };
  const { rows, ...next } = await runtime.records.find(adminTable, { banned: true }, page);
  const now = Date.now();
  return { rows: rows.filter((row) => activeBan(row, now)).map(banIn), ...next };
}

/** Those of a guest, too. A ban doesn't end these: it refuses the guest, who can't sign in again afterwards. */
async function endEverySession(
  parts: ActParts,
  permitted: Permitted,
  userId: string,
): Promise<void> {
  await endSessions(parts, permitted, { userId });
  const { runtime, store } = permitted;
  await endProvisional({ store, flows: partsOf(runtime).flows }, userId);
}

interface Removal {
  readonly event: string;
  /** Resolves to whether there was anything to remove. */
  readonly remove: (runtime: Runtime) => Promise<boolean>;
}

/** Ends sessions before and after: someone may sign in meanwhile with what is removed. */
async function removeCredential(
  parts: ActParts,
  userId: string,
  { event, remove }: Removal,
): Promise<boolean> {
  const permitted = await permitOn(parts, userId);
  const { runtime } = permitted;
  await endSessions(parts, permitted, { userId });
  const isRemoved = await remove(runtime);
  const keys = keysOf(parts.deps.app);
  await endParked({ keys, state: runtime.state, now: Date.now() }, userId);
  await endEverySession(parts, permitted, userId);
  if (isRemoved) await tellAct(parts, { type: event, userId });
  else await tellAct(parts, { type: "admin.sessions-ended", userId });
  return isRemoved;
}

async function resetFactors(
  { plugins }: ActParts,
  runtime: Runtime,
  userId: string,
): Promise<boolean> {
  let isRemoved = false;
  for (const { call } of plugins.users ?? []) {
    if (await call.resetFactor?.(runtime, userId)) isRemoved = true;
  }
  return isRemoved;
}

async function removePasswords(runtime: Runtime, userId: string): Promise<boolean> {
  let isRemoved = false;
  for (const { hasPassword, disown } of partsOf(runtime).flows.values()) {
    // What else a flow has about a user, such as passkeys, stays.
    if (!hasPassword || !runtime.store) continue;
    if (await disown?.(runtime.store, userId)) isRemoved = true;
  }
  return isRemoved;
}

function sessionIn(record: SessionRecord): AdminSession {
  const { sid, provider = null, userAgent = null, ip = null } = record;
  const date = (seconds: number) => new Date(seconds * 1000);
  return {
    ...{ id: sid, provider, userAgent, ip },
    signedInAt: date(record.authTime),
    lastSeenAt: date(record.seen),
    expires: date(record.expires),
  };
}

const longestReason = 1000;

/** Bans a user. The row is written first: from then on, every door refuses. */
async function ban(
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
async function endSessions(
  { deps }: Pick<ActParts, "deps">,
  { runtime }: Pick<Permitted, "runtime">,
  { userId, ...row }: Partial<Omit<AdminRow, "epoch">> & { readonly userId: string },
): Promise<void> {
  await endEpoch(runtime.records, userId, row);
  forgetChecks(deps, userId);
  // They are refused already. This cleans up, and a failure is logged by the store or the state.
  await runtime.endSessions(userId).catch(() => undefined);
}

function banIn({
  userId,
  reason,
  bannedAt,
  until,
  bannedBy,
}: Omit<AdminRow, "epoch" | "banned">): Ban {
  return { userId, reason, at: bannedAt, until, by: bannedBy };
}
