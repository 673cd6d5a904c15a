import { coreOf } from "../../core/actions/plugin-context.js";
import { randomText } from "../../core/crypto/random.js";
import { AccessDenied } from "../../core/errors/errors.js";
import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import type { Context } from "../../core/plugin.js";
import type { ToldEvent } from "../../types/events.js";
import { cookieName, impersonations } from "./impersonation.js";
import type { AdminDeps } from "./options.js";
import { partsHere } from "./here.js";
import { permitOn, tellAct } from "./permit.js";
import { AdminRefused } from "./refused.js";
import { activeBan, readRow } from "./table.js";

const hour = 60 * 60;
const mostSwept = 100;

/** `POST admin/impersonate`: the administrator acts as a user from now on. */
export async function impersonate(deps: AdminDeps, context: Context): Promise<Outcome> {
  const userId = context.request.body.text("userId") ?? "";
  const adminId = (await context.signedInAs()) ?? "";
  const { records, now } = context;
  const parts = partsHere(deps, context, adminId);
  await permitOn(parts, userId).catch(refuse);
  if (activeBan(await readRow(records, userId), now)) refuse(new AdminRefused("NotAllowed"));
  const { sessions, jar, cookies } = coreOf(context);
  const own = await sessions.about({ jar, cookie: cookies.session, now, renew: false });
  if (own?.sid === undefined) refuse(new AdminRefused("NotAdmin"));
  const seconds = deps.options.impersonation?.maxAge ?? hour;
  await records.sweep(impersonations, new Date(now), mostSwept);
  const id = randomText(16);
  const expiresAt = new Date(now + seconds * 1000);
  await records.insert(impersonations, { id, adminId, userId, sid: own.sid, expiresAt });
  await context.cookie.write(cookieName, { id }, seconds);
  const until = expiresAt.toISOString();
  await tellAct(parts, { type: "admin.impersonation-began", userId, until });
  return goOn(context);
}

/** Where the form says, after the `redirect` callback. */
async function goOn(context: Context): Promise<Outcome> {
  const target = context.request.body.text("callbackUrl");
  return redirectTo(await coreOf(context).resolveRedirect(target));
}

function refuse(error: unknown): never {
  if (!(error instanceof AdminRefused)) throw error;
  throw new AccessDenied(`An impersonation was refused: ${error.reason}.`);
}

/** `POST admin/return`: the administrator is themself again. */
export async function comeBack(context: Context): Promise<Outcome> {
  await endImpersonation(context);
  return goOn(context);
}

/** Of concurrent requests, one tells that it ended. */
export async function endImpersonation(context: Context): Promise<void> {
  const id = (await context.cookie.read(cookieName))?.["id"];
  const { records } = context;
  const tell = (event: ToldEvent) => context.tell(event);
  const row = typeof id === "string" ? await records.get(impersonations, id) : null;
  context.cookie.clear(cookieName);
  if (!row || !(await records.remove(impersonations, row.id))) return;
  const { userId, adminId } = row;
  await tellAct({ tell, by: adminId }, { type: "admin.impersonation-ended", userId });
}
