import type { Flow } from "../flows/flow.js";
import type { AccountOffer, AccountPasskey, AccountWay } from "../types/account-page.js";
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from "../types/adapter.js";
import type { AdapterMethod, Store } from "../types/store.js";
import { unavailable } from "../http/problem.js";
import {
  changePasskeyNote,
  readPasskeyNotes,
  type PasskeyNote,
  type PasskeyNotes,
} from "./passkey-notes.js";

export interface WaysContext {
  readonly store: Store;
  readonly flows: ReadonlyMap<string, Flow>;
}

/** Every way to sign in as a user. Null where the adapter can not tell. */
export interface Ways {
  readonly accounts: readonly AccountWay[] | null;
  readonly passkeys: readonly AccountPasskey[] | null;
  /** Whoever owns the address gets in by a mail. */
  readonly mail: boolean;
  /** Null where there are no passwords. */
  readonly password: boolean | null;
  readonly offers: readonly AccountOffer[];
}

/** What is stored of the ways into a user. */
export interface Stored {
  readonly user: AdapterUser;
  readonly accounts: readonly AdapterAccount[] | null;
  readonly authenticators: readonly AdapterAuthenticator[] | null;
  readonly hasPassword: boolean | null;
  /** Null, or none, where the adapter can not keep any. */
  readonly passkeyNotes?: PasskeyNotes | null;
}

/** Looks up what there is, and tells which of it can be removed. */
export async function waysOf(context: WaysContext, user: AdapterUser): Promise<Ways> {
  return describeWays([...context.flows.values()], await readWays(context, user));
}

async function readWays({ store, flows }: WaysContext, user: AdapterUser): Promise<Stored> {
  const id = String(user.id);
  const has = async (...methods: AdapterMethod[]) => (await store.missing(methods)).length === 0;
  const known = [...flows.values()];
  const keeps = (type: Flow["type"]) => known.some((flow) => flow.type === type);
  const { hasPassword } = known.find(isPasswordFlow) ?? {};
  const asksPasskeys = keeps("webauthn") && (await has("listAuthenticatorsByUserId"));
  return {
    user,
    accounts: (await has("listAccountsByUserId", "unlinkAccount"))
      ? await store.listAccountsByUserId(id)
      : null,
    authenticators: asksPasskeys ? await store.listAuthenticatorsByUserId(id) : null,
    passkeyNotes: asksPasskeys ? await readPasskeyNotes(store, id) : null,
    hasPassword: hasPassword ? await hasPassword(store, id) : null,
  };
}

/** The rule, without the store: one way must be left, and it must be one that is offered. */
export function describeWays(flows: readonly Flow[], stored: Stored): Ways {
  const { user, accounts, authenticators, hasPassword, passkeyNotes } = stored;
  const byId = new Map(flows.map((flow) => [flow.id, flow]));
  const atProviders = (accounts ?? []).filter(({ type }) => type === "oauth" || type === "oidc");
  const passkeys = (authenticators ?? []).flatMap((row) => {
    const account = accounts?.find((one) => isAccountOf(one, row));
    return account ? [{ row, provider: account.provider }] : [];
  });
  const usable = [...atProviders, ...passkeys].filter(({ provider }) => byId.has(provider));
  const mail = Boolean(user.email) && flows.some(sendsMails);
  const left = usable.length + (mail ? 1 : 0) + (hasPassword === true ? 1 : 0);
  const removable = (provider: string) => left > (byId.has(provider) ? 1 : 0);
  return {
    accounts:
      accounts &&
      atProviders.map(({ provider, providerAccountId: account }) => ({
        provider,
        name: byId.get(provider)?.name ?? provider,
        account,
        removable: removable(provider),
      })),
    passkeys:
      authenticators &&
      accounts &&
      passkeys.map(({ row, provider }) => ({
        provider,
        id: row.credentialID,
        synced: row.credentialBackedUp,
        ...notedOf(passkeyNotes?.get(row.credentialID)),
        renamable: Boolean(passkeyNotes),
        transports: (row.transports ?? "").split(",").filter((name) => name !== ""),
        removable: removable(provider),
      })),
    mail,
    password: hasPassword,
    offers: flows
      .filter(({ type, begin }) => begin && (type === "oauth" || type === "oidc"))
      .map(({ id: provider, name }) => ({ provider, name })),
  };
}

function notedOf({ name, createdAt, lastUsedAt }: PasskeyNote = {}) {
  return {
    name: name ?? null,
    createdAt: createdAt ?? null,
    lastUsedAt: lastUsedAt ?? null,
  };
}

/** By a link, or by the mail that whoever forgot a password is sent. */
function sendsMails(flow: Flow): boolean {
  return flow.type === "email" || isPasswordFlow(flow);
}

function isPasswordFlow({ hasPassword }: Flow): boolean {
  return hasPassword !== undefined;
}

/** Gives a passkey of a user a name, or with an empty one none. `none`: they have no such passkey. */
export async function renamePasskey(
  context: WaysContext,
  user: AdapterUser,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<"done" | "none"> {
  const { passkeys } = await waysOf(context, user);
  if (!passkeys?.some((one) => one.id === id && one.renamable)) return "none";
  const userId = String(user.id);
  const done = await changePasskeyNote(context.store, { userId, id }, ({ name: _, ...note }) =>
    name === "" ? note : { ...note, name },
  );
  if (!done) throw unavailable();
  return "done";
}

function isAccountOf(account: AdapterAccount, row: AdapterAuthenticator): boolean {
  return account.type === "webauthn" && account.providerAccountId === row.providerAccountId;
}
