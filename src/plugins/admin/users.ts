import { randomId } from "../../core/crypto/random.js";
import { MissingAdapterMethods } from "../../core/errors/errors.js";
import { isUniqueConflict } from "../../core/linking/unique-conflict.js";
import { readAddress, withoutBlanks } from "../../core/values/address.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Found } from "../../types/records.js";
import type { Store } from "../../types/store.js";
import { tellAct, type ActParts, type Permitted } from "./permit.js";
import { AdminRefused } from "./refused.js";
import { activeBan, adminTable, type AdminRow } from "./table.js";
import type { UserPage, UserToAdd } from "./types.js";

const longestSearch = 255;
const mostUsers = 1000;

/** One user more than the page has tells whether there is another page. */
export async function listUsers(
  permitted: Permitted,
  { limit = 100, after, search = "", banned = false }: UserPage,
): Promise<Found<AdapterUser>> {
  const { store } = permitted;
  if (!banned) await assertLists(store);
  const most = Math.min(Math.max(Math.trunc(limit) || 1, 1), mostUsers);
  const sought = search.trim();
  if (sought.length > longestSearch) return { rows: [] };
  if (banned) return listBanned(permitted, { most, after, search: sought });
  const users = await store.listUsers({
    limit: most + 1,
    ...(after !== undefined && { after }),
    ...(sought !== "" && { search: sought }),
  });
  const rows = users.slice(0, most);
  const last = rows.at(-1);
  return users.length > most && last ? { rows, next: String(last.id) } : { rows };
}

async function assertLists(store: Store): Promise<void> {
  if ((await store.missing(["listUsers"])).length === 0) return;
  throw new MissingAdapterMethods(
    "The adapter can't list users. Add the method: `adapter: { ...adapter, listUsers: async ({ after, limit, search }) => … }`. It returns up to `limit` users ordered by id, those after the id `after`. The adapters for SQL, Prisma, Drizzle and D1 have it; complete another one with `extend`.",
  );
}

/** Creates a user who has no way to sign in yet but their address. */
export async function createUser(
  parts: ActParts,
  { store }: Permitted,
  { email: typed, name = null, image = null, verified = false }: UserToAdd,
): Promise<AdapterUser> {
  const email = readAddress(withoutBlanks(typed), { internationalDomains: true });
  if (email === undefined) throw new AdminRefused("InvalidEmail");
  if (await store.getUserByEmail(email)) throw new AdminRefused("EmailTaken");
  const emailVerified = verified ? new Date() : null;
  const user = await inserted(store, { id: randomId(), email, name, image, emailVerified });
  await tellAct(parts, {
    type: "admin.user-created",
    userId: String(user.id),
    personal: { email },
  });
  return user;
}

/** Somebody may have got the address in between. */
async function inserted(store: Store, user: AdapterUser): Promise<AdapterUser> {
  try {
    return await store.createUser(user);
  } catch (error) {
    throw isUniqueConflict(error) ? new AdminRefused("EmailTaken") : error;
  }
}

interface Sought {
  /** From 1. */
  readonly most: number;
  readonly after: string | undefined;
  /** Without blanks at its ends. */
  readonly search: string;
}

interface BannedUser {
  /** The user's id as the table of bans has it. */
  readonly userId: string;
  readonly user: AdapterUser;
}

const rowsPerRead = 100;
/** A page ends early rather than read a table that is full of ended bans, or of other names. */
const mostReads = 20;

/** Reads the bans by their index, not the users: usually once, and again for those that have ended. */
async function listBanned(
  permitted: Permitted,
  { most, after, search }: Sought,
): Promise<Found<AdapterUser>> {
  const { records } = permitted.runtime;
  const limit = search === "" ? Math.min(most + 1, rowsPerRead) : rowsPerRead;
  const found: BannedUser[] = [];
  let cursor = after;
  for (let reads = 0; reads < mostReads; reads += 1) {
    const page = { limit, ...(cursor !== undefined && { after: cursor }) };
    const { rows, next } = await records.find(adminTable, { banned: true }, page);
    found.push(...(await usersOf(permitted, rows, search)));
    cursor = next;
    if (cursor === undefined || found.length > most) break;
  }
  const shown = found.slice(0, most);
  // One user more than the page has tells that there is another page.
  const next = found.length > most ? shown.at(-1)?.userId : cursor;
  return { rows: shown.map(({ user }) => user), ...(next !== undefined && { next }) };
}

async function usersOf(
  { store }: Permitted,
  rows: readonly AdminRow[],
  search: string,
): Promise<readonly BannedUser[]> {
  const now = Date.now();
  const banned = rows.filter((row) => activeBan(row, now));
  const users = await Promise.all(
    banned.map(async ({ userId }) => ({ userId, user: await store.getUser(userId) })),
  );
  return users.flatMap(({ userId, user }) =>
    user && isFound(user, search) ? [{ userId, user }] : [],
  );
}

/** As `listUsers` of adapters searches. */
function isFound({ email, name }: AdapterUser, search: string): boolean {
  if (search === "") return true;
  const sought = search.toLowerCase();
  return [email, name].some((text) => text?.toLowerCase().includes(sought));
}
