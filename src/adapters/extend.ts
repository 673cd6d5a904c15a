import { examinesTables } from "../core/records/examined.js";
import { bringsState } from "../core/state/adapter-state.js";
import type { Adapter } from "../types/adapter.js";
import { markSeparateUsers } from "./separate-users.js";

/**
 * The methods that can be added. Not `transaction`: it would run everything on the second adapter.
 */
const methods = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "listUsers",
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
  "deleteOtherSessions",
  "createVerificationToken",
  "useVerificationToken",
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
  "deleteAuthenticator",
] as const satisfies readonly (keyof Adapter)[];

/**
 * Completes an adapter with the methods and the shared state of another one on the same tables.
 * Made for the published adapters of Prisma, Drizzle, pg and Kysely: extended, each passes the
 * compatibility suite and whole sign-ins. What the first adapter has stays as it is, except
 * transactions: if records are lent, failed steps are undone one by one instead.
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
    // Called as a method of its own adapter, which may be a class instance.
    const call = (...given: readonly unknown[]): unknown => {
      const result: unknown = Reflect.apply(method, owner, given);
      return result;
    };
    Reflect.set(extended, name, call);
  };
  for (const name of methods) bind(name, typeof adapter[name] === "function" ? adapter : more);
  const records = adapter.records ?? more.records;
  // Records of the second adapter are outside of a transaction, so they can't reference a user that
  // isn't committed yet.
  if (records === adapter.records) bind("transaction", adapter);
  if (records) Reflect.set(extended, "records", records);
  if (!adapter.records && adapter.deleteUser) markSeparateUsers(extended);
  for (const key of [bringsState, examinesTables]) {
    const brought: unknown = Reflect.get(adapter, key) ?? Reflect.get(more, key);
    if (brought !== undefined) Reflect.set(extended, key, brought);
  }
  return extended;
}
