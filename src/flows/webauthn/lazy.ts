import type { FlowSource } from "../../core/flow.js";
import { passkeyNotes } from "../../core/passkeys/notes-table.js";
import { recordsBinder } from "../../core/records/bound.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";

/** The flow, loaded if a configuration has such a provider. */
export const lazyWebAuthn: FlowSource = {
  bind: async (provider: WebAuthnConfig) => (await import("./index.js")).webAuthnFlow(provider),
  tables: [passkeyNotes],
  recordsFor: recordsBinder,
};
