import type { Fields } from "../../core/http/fields.js";
import { badRequest } from "../../core/http/request-problem.js";
import { AdminRefused, type AdminRefusal } from "./refused.js";
import type { AdminActs } from "./types.js";

/** What the pages' forms do. */
export type PageAct =
  | "ban"
  | "unban"
  | "end-sessions"
  | "reset-second-factor"
  | "remove-password"
  | "invite"
  | "withdraw";

/** Why nothing was changed, and the HTTP status of each. */
export const statuses = {
  NotAdmin: 404,
  NotAllowed: 403,
  Yourself: 403,
  NoSuchUser: 404,
  InvalidBan: 400,
  InvalidEmail: 400,
  EmailTaken: 409,
  TooManyEmails: 429,
  EmailFailed: 502,
  Unchanged: 409,
} as const satisfies Record<AdminRefusal, number> & Record<string, number>;

export type PageError = keyof typeof statuses;

/** Resolves to the user's id, or to "Unchanged". */
type Run = (acts: AdminActs, body: Fields) => Promise<{ readonly userId: string } | "Unchanged">;

const on =
  (run: (acts: AdminActs, userId: string, body: Fields) => Promise<unknown>): Run =>
  async (acts, body) => {
    const userId = body.text("userId") ?? "";
    if (userId === "") throw badRequest("The form has no `userId`.");
    return (await run(acts, userId, body)) === false ? "Unchanged" : { userId };
  };

export const runs: Readonly<Record<PageAct, Run>> = {
  ban: on((acts, userId, body) => acts.ban(userId, banIn(body))),
  unban: on((acts, userId) => acts.unban(userId)),
  "end-sessions": on((acts, userId) => acts.endSessions(userId)),
  "reset-second-factor": on((acts, userId) => acts.resetSecondFactor(userId)),
  "remove-password": on((acts, userId) => acts.removePassword(userId)),
  withdraw: on((acts, userId) => acts.withdrawInvitation(userId)),
  async invite(acts, body) {
    const text = (name: string) => body.text(name)?.trim() || undefined;
    const [name, locale] = [text("name"), text("locale")];
    const { user } = await acts.invite({ email: text("email") ?? "", name, locale });
    return { userId: String(user.id) };
  },
};

/** A day, as a date field sends it, or any date as JSON has it. */
function banIn(body: Fields) {
  const [reason, until] = [body.text("reason")?.trim(), body.text("until")?.trim()];
  if (until && !/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(until)) throw new AdminRefused("InvalidBan");
  return { ...(reason && { reason }), ...(until && { until: new Date(until) }) };
}
