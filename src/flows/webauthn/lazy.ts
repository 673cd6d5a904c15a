import { lazyKeeper } from "../../core/records/lazy-keeper.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";
import type { FlowSource } from "../flow.js";
import { passkeyNotes } from "../passkey-notes.js";

/** The flow, loaded when a configuration has such a provider. */
export const lazyWebAuthn: FlowSource = {
  bind: async (provider: WebAuthnConfig) => (await import("./index.js")).webAuthnFlow(provider),
  tables: [passkeyNotes],
  keeperOf: lazyKeeper,
};
