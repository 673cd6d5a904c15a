import { listSessions } from "../../accounts/devices.js";
import { hasPending, readPending } from "../../accounts/pending.js";
import { waysOf } from "../../accounts/ways.js";
import { deviceName, deviceWords } from "../../pages/device-words.js";
import type { SessionRecord } from "../../sessions/book.js";
import type { AccountDevice, AccountInfo, AccountQuestion } from "../../types/account-page.js";
import type { ActionContext } from "../context.js";
import type { Person } from "./who.js";

/** Everything that the account page shows. */
export async function infoOf(
  context: ActionContext,
  { user, store }: Person,
): Promise<AccountInfo> {
  const { name = null, email = null, image = null } = user;
  const { accounts: ways, ...others } = await waysOf({ store, flows: context.flows }, user);
  return {
    user: { name, email: email || null, image },
    ways,
    ...others,
    secondStep: context.secondStep ? (await store.getSecondStep(String(user.id))) !== null : null,
    pending: await questionFor(context, String(user.id)),
    devices: await devicesOf(context),
    deletable: context.callbacks.deleteUser !== null,
  };
}

/** The account that waits in this browser for the answer of this user. */
export async function questionFor(
  context: ActionContext,
  userId: string,
): Promise<AccountQuestion | null> {
  const pending = hasPending(context) ? await readPending(context) : null;
  const flow = context.flows.get(pending?.verified.account.provider ?? "");
  if (!pending || !flow || pending.owner !== userId) return null;
  const { user, passkey } = pending.verified;
  const kind = passkey ? "passkey" : "account";
  return { kind, provider: flow.id, name: flow.name, label: user.name || user.email || null };
}

async function devicesOf(context: ActionContext): Promise<AccountDevice[] | null> {
  const { keeper, sessions, jar, cookies, now } = context;
  if (!keeper?.listed) return null;
  const current = await sessions.about({ jar, cookie: cookies.session, now });
  if (!current || current.userId === null) return [];
  const records = await listSessions(context, current.userId);
  return records.map((record) => deviceOf(record, current.sid));
}

function deviceOf(record: SessionRecord, current: string | undefined): AccountDevice {
  const { sid, authTime, seen, userAgent, ip } = record;
  return {
    id: sid,
    name: deviceName(userAgent ?? null),
    ...deviceWords(userAgent ?? null),
    signedInAt: new Date(authTime * 1000).toISOString(),
    lastSeenAt: new Date(seen * 1000).toISOString(),
    ip: ip ?? null,
    current: sid === current,
  };
}
