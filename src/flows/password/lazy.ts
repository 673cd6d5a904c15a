import type { FlowSource } from "../../core/flow.js";
import { recordsBinder } from "../../core/records/bound.js";
import type { Adapter } from "../../types/adapter.js";
import type { PasswordConfig, PasswordHash } from "../../types/password.js";
import { passwords } from "./table.js";

/** The flow, loaded if a configuration has such a provider. */
export const lazyPassword: FlowSource = {
  bind: async (provider: PasswordConfig) => (await import("./index.js")).passwordFlow(provider),
  tables: [passwords],
  recordsFor: recordsBinder,
};

/**
 * Stores an imported password hash for a user who has no password yet. Resolves to whether it was stored:
 * existing passwords are kept, so an import can run twice.
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
