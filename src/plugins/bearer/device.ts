import { json, type Outcome } from "../../core/http/outcome.js";
import { withQuery } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { coreOf } from "../../core/actions/plugin-context.js";
import { Conflict, type RowOf } from "../../types/records.js";
import { isVoid } from "./approvals.js";
import { endReused, keepSession, refused } from "./issue.js";
import { deviceStatus, deviceTable } from "./table.js";
import { newId, type BearerDeps } from "./tokens.js";
import { newUserCode, shownCode } from "./user-code.js";

/** Seconds the user has to approve. */
export const deviceLasts = 900;
/** Seconds between two polls of a device, and the increase for one that polls too often. */
const pause = 5;
const longestPause = 60;

const prefix = "lkd_";

export type DeviceRow = RowOf<typeof deviceTable>;

/** `POST bearer/device-code` with `client_id` (RFC 8628, section 3.1): a code for the device, and one for its user. */
export async function askForCode(
  { app, settings }: BearerDeps,
  context: Context,
): Promise<Outcome> {
  const clientId = context.request.body.text("client_id") ?? "";
  if (settings.clients.get(clientId)?.device !== true) return refused("unauthorized_client");
  const { userAgent = "", ip } = coreOf(context).client?.() ?? {};
  const asked = await app.seal("asked", { userAgent: userAgent.slice(0, 256), ip }, deviceLasts);
  const id = newId();
  const expiresAt = new Date(context.now + deviceLasts * 1000);
  const userCode = await insert(context, { id, clientId, asked, pause, expiresAt });
  // It's reported as expired for a while, instead of as unknown.
  const deviceCode = prefix + (await app.seal("device", { id }, 2 * deviceLasts));
  const page = context.url("bearer", "device");
  return json({
    device_code: deviceCode,
    user_code: shownCode(userCode),
    verification_uri: page,
    verification_uri_complete: withQuery(page, { user_code: shownCode(userCode) }),
    expires_in: deviceLasts,
    interval: pause,
  });
}

type NewDevice = Pick<DeviceRow, "id" | "clientId" | "asked" | "pause" | "expiresAt">;

/** Very rarely, another device has the same code. */
async function insert(context: Context, row: NewDevice, tries = 3): Promise<string> {
  const userCode = newUserCode();
  try {
    await context.records.insert(deviceTable, { ...row, userCode });
    return userCode;
  } catch (error) {
    if (!(error instanceof Conflict) || tries <= 1) throw error;
    return insert(context, row, tries - 1);
  }
}

/** The device polls whether its user has approved it (RFC 8628, section 3.4). */
export async function forDeviceCode(deps: BearerDeps, context: Context): Promise<Outcome> {
  const { body } = context.request;
  const code = body.text("device_code");
  if (!code || !body.text("client_id")) return refused("invalid_request");
  const claims = code.startsWith(prefix)
    ? await deps.app.open("device", code.slice(prefix.length))
    : null;
  const id = claims?.["id"];
  if (typeof id !== "string") return refused("invalid_grant");
  const row = await context.records.get(deviceTable, id);
  if (!row) return refused("expired_token");
  if (body.text("client_id") !== row.clientId || !deps.settings.clients.has(row.clientId)) {
    return refused("invalid_grant");
  }
  if (row.status === deviceStatus.used) return endReused(deps, context, row.sessionId ?? "");
  if (row.expiresAt.getTime() <= context.now) return refused("expired_token");
  if (await isTooFast(context, row)) return refused("slow_down");
  if (row.status === deviceStatus.waits) return refused("authorization_pending");
  if (row.status === deviceStatus.denied) return refused("access_denied");
  return start(deps, context, row);
}

/** Every poll is counted, so that of many concurrent ones only one counts as being in time. */
async function isTooFast({ records, now }: Context, row: DeviceRow): Promise<boolean> {
  const { polls, polledAt, pause: asked } = row;
  const isEarly = polledAt !== null && now - polledAt.getTime() < asked * 1000;
  const set = {
    polls: polls + 1,
    polledAt: new Date(now),
    ...(isEarly && { pause: Math.min(asked + pause, longestPause) }),
  };
  const isNext = await records.update(deviceTable, row.id, { set, if: { polls } });
  return isEarly || !isNext;
}

/** The session of the device. Only the first poll gets it; a second use ends it. */
async function start(deps: BearerDeps, context: Context, row: DeviceRow): Promise<Outcome> {
  const { records } = context;
  const grant = await deps.app.open("grant", row.grant ?? "");
  const { userId, provider, bothFactors, mark } = grant ?? {};
  if (typeof userId !== "string") return refused("expired_token");
  if (await isVoid(deps, context, { userId, mark })) return refused("access_denied");
  const sessionId = newId();
  const isFirst = await records.update(deviceTable, row.id, {
    set: { status: deviceStatus.used, sessionId },
    if: { status: deviceStatus.approved },
  });
  if (!isFirst) return refused("invalid_grant");
  const signIn = { provider: String(provider), bothFactors: bothFactors === true };
  const session = await context.tokenSessions.start(userId, signIn);
  if (session === null) return refused("access_denied");
  return keepSession(deps, context, { id: sessionId, userId, clientId: row.clientId, session });
}
