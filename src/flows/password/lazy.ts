import { lazyKeeper } from "../../core/records/lazy-keeper.js";
import type { Adapter } from "../../types/adapter.js";
import type { PasswordConfig, PasswordHash } from "../../types/password.js";
import type { FlowSource } from "../flow.js";
import { passwords } from "./table.js";

/** The flow, loaded when a configuration has such a provider. */
export const lazyPassword: FlowSource = {
  bind: async (provider: PasswordConfig) => (await import("./index.js")).passwordFlow(provider),
  tables: [passwords],
  keeperOf: lazyKeeper,
};

/**
 * Stores the hash of a password that comes from elsewhere, for a user who has no password yet. Resolves to whether it was
 * stored: a user who has a password keeps it, so that an import can run twice.
 *
 * ```ts
 * await addPasswordHash(adapter, { userId, hash: "$2b$12$…" });
 * ```
 */
export async function addPasswordHash(
  adapter: Pick<Adapter, "records">,
  password: PasswordHash,
): Promise<boolean> {
  return (await import("./add.js")).addHash(adapter, password);
}
