import { randomText } from "../../core/crypto/random.js";
import { isNew } from "../../core/records/version.js";
import type { Records, RowOf, Table } from "../../types/records.js";

/** What administrators decided about a user. Most users have no row. */
export const adminTable = {
  name: "admin",
  columns: {
    userId: { kind: "key", references: "user" },
    /** Only sessions that began with this text continue. */
    epoch: { kind: "key" },
    banned: { kind: "boolean", default: false },
    reason: { kind: "text", nullable: true },
    bannedAt: { kind: "date", nullable: true },
    /** Null if the ban has no end. */
    until: { kind: "date", nullable: true },
    /** The administrator's user id; null if the application banned the user. */
    bannedBy: { kind: "key", nullable: true },
  },
  key: "userId",
  indexes: [["banned"]],
} as const satisfies Table;

export type AdminRow = RowOf<typeof adminTable>;

export function readRow(records: Records, userId: string): Promise<AdminRow | null> {
  return records.get(adminTable, userId);
}

/** The row, if its user is banned now: a ban ends by itself. */
export function activeBan(row: AdminRow | null, now: number): AdminRow | null {
  return row?.banned && (row.until === null || row.until.getTime() > now) ? row : null;
}

/** Sessions that began before don't continue. Sets the rest of the row along with that, or keeps it. */
export async function endEpoch(
  records: Records,
  userId: string,
  more: Partial<Omit<AdminRow, "userId" | "epoch">> = {},
): Promise<void> {
  const set = { ...more, epoch: randomText(16) };
  const replace = () => records.update(adminTable, userId, { set });
  if (await replace()) return;
  if (await isNew(records.insert(adminTable, { userId, ...set }))) return;
  await replace();
}

/** Resolves to whether the user had been banned. */
export function lift(records: Records, userId: string): Promise<boolean> {
  const set = { banned: false, reason: null, bannedAt: null, until: null, bannedBy: null };
  return records.update(adminTable, userId, { set, if: { banned: true } });
}
