import type { AdapterUser } from "../../types/adapter.js";
import type { SessionRecord, SessionRegistry } from "../../types/session-hooks.js";
import type { ExportedAccount, ExportedSession, UserExport } from "../../types/user-export.js";
import type { KeyRing } from "../crypto/keys.js";
import type { Plugins } from "../plugins/folded.js";
import { recordsIn, withParts } from "../plugins/runtime.js";
import type { State } from "../state/state.js";
import { isProven } from "../values/proven.js";
import { signInMethodsOf, type MethodsContext } from "./sign-in-methods.js";

export interface ExportContext extends MethodsContext {
  readonly keys: KeyRing;
  readonly state: State;
  readonly plugins: Plugins;
  readonly registry: SessionRegistry | null;
}

/** Everything that is stored about a user, by the core and by plugins, without secrets. */
export async function exportUser(
  context: ExportContext,
  user: AdapterUser,
  now: number,
): Promise<UserExport> {
  const { registry } = context;
  const { name = null, email, image = null, emailVerified } = user;
  const id = String(user.id);
  const { passkeys, password } = await signInMethodsOf(context, user);
  return {
    exportedAt: new Date(now).toISOString(),
    user: {
      ...{ id, name, email: email || null, image },
      emailVerified: isProven(user) && emailVerified ? new Date(emailVerified).toISOString() : null,
    },
    accounts: await accountsOf(context, id),
    passkeys: passkeys?.map(({ renamable: _, removable: __, ...passkey }) => passkey) ?? null,
    password,
    sessions: registry?.lists ? (await registry.list(id)).map(sessionOf) : null,
    plugins: await ofPlugins(context, id),
  };
}

async function accountsOf(
  { store }: ExportContext,
  userId: string,
): Promise<readonly ExportedAccount[] | null> {
  if ((await store.missing(["listAccountsByUserId"])).length > 0) return null;
  const accounts = await store.listAccountsByUserId(userId);
  return accounts.map(({ provider, type, providerAccountId: account, scope }) => ({
    ...{ provider, type, account },
    scope: scope ?? null,
  }));
}

function sessionOf(record: SessionRecord): ExportedSession {
  const { sid: id, provider = null, authTime, seen, expires, userAgent = null, ip = null } = record;
  const time = (seconds: number) => new Date(seconds * 1000).toISOString();
  const times = { signedInAt: time(authTime), lastSeenAt: time(seen), expires: time(expires) };
  return { id, provider, ...times, userAgent, ip };
}

async function ofPlugins(
  { store, state, keys, flows, plugins }: ExportContext,
  userId: string,
): Promise<UserExport["plugins"]> {
  const runtime = withParts({ store, state, records: recordsIn(store) }, { keys, flows });
  const stored: [string, unknown][] = [];
  for (const { plugin, call } of plugins.users ?? []) {
    if (call.export) stored.push([plugin.name, await call.export(runtime, userId)]);
  }
  return Object.fromEntries(stored);
}
