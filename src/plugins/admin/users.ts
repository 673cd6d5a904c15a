import { randomId } from "../../core/crypto/random.js";
import { MissingAdapterMethods } from "../../core/errors/errors.js";
import { isUniqueConflict } from "../../core/linking/unique-conflict.js";
import { readAddress, withoutBlanks } from "../../core/values/address.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Found } from "../../types/records.js";
import type { Store } from "../../types/store.js";
import { tellAct, type ActParts, type Permitted } from "./permit.js";
import { AdminRefused } from "./refused.js";
import type { UserPage, UserToAdd } from "./types.js";

const longestSearch = 255;
const mostUsers = 1000;

/** One user more than the page has tells whether there is another page. */
export async function listUsers(
  { store }: Permitted,
  { limit = 100, after, search = "" }: UserPage,
): Promise<Found<AdapterUser>> {
  await assertLists(store);
  const most = Math.min(Math.max(Math.trunc(limit) || 1, 1), mostUsers);
  const sought = search.trim();
  if (sought.length > longestSearch) return { rows: [] };
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
