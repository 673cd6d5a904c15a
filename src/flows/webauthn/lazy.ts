import type { WebAuthnConfig } from "../../types/webauthn.js";
import type { BindFlow } from "../flow.js";

/** The flow, loaded when a configuration has such a provider. */
export const bindWebAuthn: BindFlow = async (provider: WebAuthnConfig) =>
  (await import("./index.js")).webAuthnFlow(provider);
