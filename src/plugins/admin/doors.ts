import { untilDone } from "../../core/async/until-done.js";
import { AccessDenied } from "../../core/errors/errors.js";
import type { Context, Passed, PluginHooks, Resolved, StoredRuntime } from "../../core/plugin.js";
import { keysOf } from "../../core/plugins/app.js";
import { RecentChecks } from "../../core/sessions/recent-checks.js";
import { ofSecrets } from "../../core/state/secrets.js";
import type { Facts, Owned, SessionHooks } from "../../types/session-hooks.js";
import type { WithImpersonator } from "./impersonation.js";
import { invitationOf } from "./invitation.js";
import type { AdminDeps } from "./options.js";
import { activeBan, readRow } from "./table.js";

/** Shared by all config objects with the same secrets, even one per request. */
const checkedOf = ofSecrets(() => new RecentChecks());

/** Where a banned user is refused: sign-ins, sessions, and credentials without a session. */
export function doorHooks(
  deps: AdminDeps,
): Pick<PluginHooks<WithImpersonator>, "signIn" | "session" | "users"> {
  return {
    signIn: { policy: refuseBanned },
    session: sessionHooks(deps),
    users: {
      admits: async ({ records }, userId) => !activeBan(await readRow(records, userId), Date.now()),
      export: ({ records }, userId) => exportOf(deps, { records }, userId),
    },
  };
}

async function refuseBanned(context: Context, { who }: Resolved): Promise<Passed> {
  const { id } = who.user;
  const row = id === undefined ? null : await readRow(context.records, String(id));
  if (!activeBan(row, context.now)) return { kind: "passed" };
  throw new AccessDenied(`The user ${String(id)} is banned.`);
}

function sessionHooks({ app, options: { within = 0 } }: AdminDeps): SessionHooks<WithImpersonator> {
  const ready = untilDone(() => app.ready());
  const checked = checkedOf(keysOf(app));
  const rowOf = async (userId: string) => readRow((await ready()).records, userId);
  const goesOn = async ({ userId, facts }: Owned, now: number): Promise<boolean> => {
    const row = userId === null ? null : await rowOf(userId);
    return !activeBan(row, now) && (row === null || row.epoch === facts["epoch"]);
  };
  const look = async (owned: Owned, now: number): Promise<boolean> => {
    const isGood = await goesOn(owned, now);
    if (isGood && within > 0) checked.note(owned.sid, { at: now, owner: owned.userId });
    return isGood;
  };
  return {
    async issue({ userId, adopted }): Promise<Facts> {
      // A session from before the plugin mustn't count as newer than the row.
      const row = userId === null || adopted ? null : await rowOf(userId);
      // Banned since the policy ran: a session that never counts, not even after the ban.
      if (activeBan(row, Date.now())) return { epoch: "" };
      return row ? { epoch: row.epoch } : {};
    },
    check: (owned, now) => checked.isRecent(owned.sid, now, within * 1000) || look(owned, now),
    checkNow: (owned) => goesOn(owned, Date.now()),
  };
}

/** Sessions of a user ended, so this process looks again. */
export function forgetChecks({ app }: Pick<AdminDeps, "app">, userId: string): void {
  checkedOf(keysOf(app)).dropOf(userId);
}

/** Who banned them isn't theirs to know. */
async function exportOf(
  { options }: AdminDeps,
  { records }: Pick<StoredRuntime, "records">,
  userId: string,
) {
  const now = Date.now();
  const ban = activeBan(await readRow(records, userId), now);
  const invited = options.invitations && (await invitationOf(records, userId, now));
  return {
    ban: ban && { reason: ban.reason, at: ban.bannedAt, until: ban.until },
    ...(invited && { invitation: { email: invited.email, expires: invited.expires } }),
  };
}
