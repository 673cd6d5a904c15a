import { coreOf } from "../../core/actions/plugin-context.js";
import { isProven } from "../../core/values/proven.js";
import { signInMethodsOf } from "../../core/linking/sign-in-methods.js";
import type { Context } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { AuditEvent } from "../../types/events.js";
import type { Administrator } from "./page-access.js";
import type { PagesDeps } from "./options.js";
import { permitOn } from "./permit.js";
import { AdminRefused, type AdminRefusal } from "./refused.js";
import type { AdminSession, Ban, OpenInvitation } from "./types.js";

const usersPerPage = 25;
const mostEvents = 20;

/** A user in the list. */
export interface ListedUser {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
  readonly isProven: boolean;
  readonly isBanned: boolean;
  readonly isInvited: boolean;
}

export interface UsersInfo {
  readonly users: readonly ListedUser[];
  /** The cursor of the next page. */
  readonly next?: string;
  /** Whether the database can list users. Otherwise a complete address is needed to find one. */
  readonly lists: boolean;
}

/** What the address of the list asks for. */
export interface ShownUsers {
  readonly search: string;
  readonly after: string | undefined;
  /** Only users who are banned. */
  readonly banned: boolean;
}

/** A page of the list. */
export async function usersInfo(
  { acts, store }: Administrator,
  { search, after, banned }: ShownUsers,
): Promise<UsersInfo> {
  const listed = async (user: AdapterUser) => listedIn({ acts }, user);
  if (!banned && (await store.missing(["listUsers"])).length > 0) {
    const found = search === "" ? null : await store.getUserByEmail(search.toLowerCase());
    return { users: found ? [await listed(found)] : [], lists: false };
  }
  const { rows, ...next } = await acts.users({ search, after, banned, limit: usersPerPage });
  return { users: await Promise.all(rows.map(listed)), lists: true, ...next };
}

async function listedIn(
  { acts }: Pick<Administrator, "acts">,
  user: AdapterUser,
): Promise<ListedUser> {
  const id = String(user.id);
  const { name = null, email, image = null } = user;
  return {
    ...{ id, name, email: email || null, image },
    isProven: isProven(user),
    isBanned: (await acts.banOf(id)) !== null,
    isInvited: !isProven(user) && (await acts.invitationOf(id)) !== null,
  };
}

/** What the page about a user shows. Null members aren't available with this configuration. */
export interface UserInfo {
  readonly user: ListedUser;
  /** Why the administrator can't act on the user; null if they can. The rest is null otherwise. */
  readonly refused: AdminRefusal | null;
  readonly ban: Ban | null;
  readonly invitation: OpenInvitation | null;
  readonly methods: ShownMethods | null;
  /** Whether signing in takes two factors. */
  readonly secondFactor: boolean | null;
  readonly sessions: readonly AdminSession[] | null;
  readonly events: readonly AuditEvent[] | null;
}

interface ShownMethods {
  readonly accounts:
    | readonly { readonly provider: string; readonly name: string; readonly account: string }[]
    | null;
  /** How many. */
  readonly passkeys: number | null;
  readonly mail: boolean;
  readonly password: boolean | null;
}

const nothing = {
  ...{ ban: null, invitation: null, methods: null },
  ...{ secondFactor: null, sessions: null, events: null },
};

/** Null if there is no such user. */
export async function userInfo(
  { pages }: PagesDeps,
  context: Context,
  { here, userId }: { readonly here: Administrator; readonly userId: string },
): Promise<UserInfo | null> {
  const found = userId === "" ? null : await here.store.getUser(userId);
  if (!found) return null;
  const user = await listedIn(here, found);
  const refused = await refusalOf(here, user.id);
  if (refused) return { user, refused, ...nothing };
  const { registry } = here.parts.plugins;
  return {
    ...{ user, refused },
    ban: await here.acts.banOf(user.id),
    invitation: user.isInvited ? await here.acts.invitationOf(user.id) : null,
    methods: await methodsOf(context, here, found),
    secondFactor: await takesTwoFactors(context, user.id),
    sessions: registry?.lists ? await here.acts.sessions(user.id) : null,
    events: pages.trail ? await pages.trail(user.id, { limit: mostEvents }) : null,
  };
}

async function refusalOf({ parts }: Administrator, userId: string): Promise<AdminRefusal | null> {
  try {
    await permitOn(parts, userId);
    return null;
  } catch (error) {
    if (error instanceof AdminRefused) return error.reason;
    throw error;
  }
}

async function methodsOf(
  context: Context,
  { store }: Administrator,
  user: AdapterUser,
): Promise<ShownMethods> {
  const { flows } = coreOf(context);
  const { accounts, passkeys, mail, password } = await signInMethodsOf({ store, flows }, user);
  return {
    accounts: accounts?.map(({ provider, name, account }) => ({ provider, name, account })) ?? null,
    passkeys: passkeys?.length ?? null,
    ...{ mail, password },
  };
}

/** Null without a plugin that knows second factors. */
async function takesTwoFactors(context: Context, userId: string): Promise<boolean | null> {
  const core = coreOf(context);
  const { takesTwoFactors: all } = core.plugins;
  if (!all) return null;
  for (const one of all) {
    if (await one.call(await core.forPlugin(one), userId)) return true;
  }
  return false;
}
