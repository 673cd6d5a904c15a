import { examinesTables } from "../core/records/examined.js";
import { bringsState } from "../state/brought.js";
import type { Adapter } from "../types/adapter.js";
import { lendRecords } from "./lent-records.js";

/** What may be lent. Not `transaction`: within one everything would be done by the lender. */
const methods = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "deleteUser",
  "linkAccount",
  "unlinkAccount",
  "getAccount",
  "listAccountsByUserId",
  "updateAccount",
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
  "deleteSessionsByUserId",
  "createVerificationToken",
  "useVerificationToken",
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
  "deleteAuthenticator",
] as const satisfies readonly (keyof Adapter)[];

/**
 * An adapter with the methods that it lacks taken from another one on the same tables, and the shared
 * state that one brings. It is meant for the published adapters of Prisma, Drizzle, pg and Kysely: the
 * compatibility suite and whole sign-ins hold on each of them so extended. What the first one does itself
 * stays as it is, but for transactions: where records are lent, what fails halfway is undone instead.
 *
 * ```ts
 * const more = SqlAdapter(await connect(process.env.DATABASE_URL), { layout: "prisma" });
 * const config: AuthConfig = { adapter: extend(PrismaAdapter(prisma), more), providers };
 * ```
 */
export function extend(adapter: Adapter, more: Adapter): Adapter {
  const extended: Adapter = {};
  const bind = (name: keyof Adapter, owner: Adapter): void => {
    const method: unknown = Reflect.get(owner, name);
    if (typeof method !== "function") return;
    // Called as a method of its own adapter, which may be an instance of a class.
    const call = (...given: readonly unknown[]): unknown => {
      const result: unknown = Reflect.apply(method, owner, given);
      return result;
    };
    Reflect.set(extended, name, call);
  };
  for (const name of methods) bind(name, typeof adapter[name] === "function" ? adapter : more);
  const records = adapter.records ?? more.records;
  // Lent records take no part in a transaction, and can't reference a user that isn't committed yet.
  if (records === adapter.records) bind("transaction", adapter);
  if (records) Reflect.set(extended, "records", records);
  if (!adapter.records && adapter.deleteUser) lendRecords(extended);
  for (const key of [bringsState, examinesTables]) {
    const brought: unknown = Reflect.get(adapter, key) ?? Reflect.get(more, key);
    if (brought !== undefined) Reflect.set(extended, key, brought);
  }
  return extended;
}
