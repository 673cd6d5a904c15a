import type { AccountOffer, AccountPasskey, AccountWay } from "../../types/account-page.js";
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from "../../types/adapter.js";
import type { AdapterMethod, Store } from "../../types/store.js";
import type { Flow } from "../flow.js";
import { unavailable } from "../http/request-problem.js";
import {
  changePasskeyNote,
  readPasskeyNotes,
  type PasskeyNote,
  type PasskeyNotes,
} from "../passkeys/notes.js";

export interface MethodsContext {
  readonly store: Store;
  readonly flows: ReadonlyMap<string, Flow>;
}

/** Every sign-in method of a user. Null if the adapter can't list them. */
export interface SignInMethods {
  readonly accounts: readonly AccountWay[] | null;
  readonly passkeys: readonly AccountPasskey[] | null;
  /** The owner of the address can sign in by mail. */
  readonly mail: boolean;
  /** Null without a password provider. */
  readonly password: boolean | null;
  readonly offers: readonly AccountOffer[];
}

/** The stored sign-in methods of a user. */
export interface StoredMethods {
  readonly user: AdapterUser;
  readonly accounts: readonly AdapterAccount[] | null;
  readonly authenticators: readonly AdapterAuthenticator[] | null;
  readonly hasPassword: boolean | null;
  /** Null or empty if the adapter can't store any. */
  readonly passkeyNotes?: PasskeyNotes | null;
}

/** Looks up a user's sign-in methods, and which of them can be removed. */
export async function signInMethodsOf(
  context: MethodsContext,
  user: AdapterUser,
): Promise<SignInMethods> {
  return describeMethods([...context.flows.values()], await readMethods(context, user));
}

async function readMethods(
  { store, flows }: MethodsContext,
  user: AdapterUser,
): Promise<StoredMethods> {
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

/** The rule, without the store: at least one configured method must remain. */
export function describeMethods(flows: readonly Flow[], stored: StoredMethods): SignInMethods {
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

/** By a magic link, or by a password reset. */
function sendsMails(flow: Flow): boolean {
  return flow.type === "email" || isPasswordFlow(flow);
}

function isPasswordFlow({ hasPassword }: Flow): boolean {
  return hasPassword !== undefined;
}

/** Renames a passkey of a user; an empty name removes it. `none`: the user has no such passkey. */
export async function renamePasskey(
  context: MethodsContext,
  user: AdapterUser,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<"done" | "none"> {
  const { passkeys } = await signInMethodsOf(context, user);
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
