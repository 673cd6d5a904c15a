import type { ActionContext } from "../../core/actions/context.js";
import { signInMethodsOf } from "../../core/linking/sign-in-methods.js";
import type { Section } from "../../core/plugin.js";
import { listSessions } from "../../core/sessions/devices.js";
import { deviceName, deviceWords } from "../../pages/device-words.js";
import type { AccountDevice, AccountInfo, AccountQuestion } from "../../types/account-page.js";
import type { SessionRecord } from "../../types/session-hooks.js";
import { hasPending, readPending } from "./pending-account.js";
import type { AccountUser } from "./user.js";

interface Shown extends Pick<AccountInfo, "editable"> {
  readonly sections: readonly NamedSection[];
}

/** Everything that the account page shows. */
export async function infoOf(
  context: ActionContext,
  { user, store }: AccountUser,
  { sections, editable }: Shown,
): Promise<AccountInfo> {
  const { name = null, email = null, image = null } = user;
  const { accounts: ways, ...others } = await signInMethodsOf(
    { store, flows: context.flows },
    user,
  );
  return {
    user: { name, email: email || null, image },
    ways,
    ...others,
    sections: Object.fromEntries(sections.map(({ name, json }) => [name, json])),
    pending: await linkingQuestionFor(context, String(user.id)),
    devices: await devicesOf(context),
    editable,
    deletable: context.callbacks.deleteUser !== null,
  };
}

/** A plugin's section on the account page. */
export interface NamedSection extends Section {
  /** The plugin's. */
  readonly name: string;
}

/** The sections of all plugins, sorted by name. */
export async function sectionsOf(
  { plugins, forPlugin }: ActionContext,
  { user }: AccountUser,
): Promise<readonly NamedSection[]> {
  const found = (plugins.account ?? []).map(async (one) => {
    const section = await one.call(await forPlugin(one), user);
    return section ? [{ ...section, name: one.plugin.name }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** The account that waits in this browser for this user's confirmation. */
export async function linkingQuestionFor(
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
  const { registry, sessions, jar, cookies, now } = context;
  if (!registry?.lists) return null;
  const current = await sessions.about({ jar, cookie: cookies.session, now });
  if (!current || current.userId === null) return [];
  const records = await listSessions(context, current.userId);
  const devices = records.map((record) => deviceOf(record, current.sid));
  // This one first, then by when they were last seen.
  return devices.sort((a, b) => Number(b.current) - Number(a.current));
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
