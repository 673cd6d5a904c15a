import { randomText } from "../../core/crypto/random.js";
import { sha256 } from "../../core/crypto/sha256.js";
import { newVersion } from "../../core/records/version.js";
import { isSameAddress } from "../../core/linking/address-proof.js";
import { isProven } from "../../core/values/proven.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Records, RowOf, Table } from "../../types/records.js";
import type { Store } from "../../types/store.js";
import { activeBan, readRow } from "./table.js";

/** Who is invited. A user has one invitation: another one replaces it. */
export const invitations = {
  name: "admin_invitation",
  columns: {
    userId: { kind: "key", references: "user" },
    /** Where it was sent to. It's void if the user has another address by now. */
    email: { kind: "text" },
    /** Hash of the token in the link. */
    token: { kind: "key" },
    version: { kind: "integer" },
    /** The administrator's user id; null if the application invited the user. */
    invitedBy: { kind: "key", nullable: true },
    expires: { kind: "date" },
  },
  key: "userId",
  unique: [["token"]],
  expires: "expires",
} as const satisfies Table;

export type Invitation = RowOf<typeof invitations>;

export const newToken = (): string => randomText(32);

/** The user's open invitation. */
export async function invitationOf(
  records: Records,
  userId: string,
  now: number,
): Promise<Invitation | null> {
  const row = await records.get(invitations, userId);
  return row && row.expires.getTime() > now ? row : null;
}

/** Replaces the user's invitation: the link of an earlier one stops working. */
export async function writeInvitation(
  records: Records,
  { userId, ...row }: Omit<Invitation, "version">,
): Promise<void> {
  const set = { ...row, version: newVersion() };
  if (await records.update(invitations, userId, { set })) return;
  await records.insert(invitations, { userId, ...set });
}

interface Invited {
  readonly row: Invitation;
  readonly user: AdapterUser;
}

/** Whom a token invites, if it can still be used. It ends once the address is proven in another way. */
export async function findInvited(
  { records, store, now }: { records: Records; store: Store; now: number },
  token: string,
): Promise<Invited | null> {
  if (token === "") return null;
  const row = await records.get(invitations, { token: await sha256(token) });
  if (!row || row.expires.getTime() <= now) return null;
  const user = await store.getUser(row.userId);
  if (!user || isProven(user) || !isSameAddress(user.email, row.email)) return null;
  return activeBan(await readRow(records, row.userId), now) ? null : { row, user };
}

/** Uses an invitation up. Of concurrent requests, one gets true. */
export function takeInvitation(
  records: Records,
  { userId, version }: Invitation,
): Promise<boolean> {
  return records.remove(invitations, userId, { if: { version } });
}
