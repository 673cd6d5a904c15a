import { recordsOf } from "../../core/records/of.js";
import type { Adapter } from "../../types/adapter.js";
import type { PasswordHash } from "../../types/password.js";
import { replacePassword } from "./table.js";

/** Stores a hash for a user who has no password. */
export async function addHash(
  adapter: Pick<Adapter, "records">,
  { userId, hash }: PasswordHash,
): Promise<boolean> {
  const records = recordsOf(adapter, "to store a password in");
  return replacePassword(records, { userId, hash, former: null });
}
