import type { Store } from "../../types/store.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";
import type { FlowContext } from "../flow.js";

/** The two ceremonies of WebAuthn. */
export type CeremonyAction = "authenticate" | "register";

/** One request to a WebAuthn provider. */
export interface Ceremony {
  readonly provider: WebAuthnConfig;
  readonly context: FlowContext;
  readonly store: Store;
}

/** Milliseconds a person has where the provider does not say. */
export const defaultTimeout = 5 * 60 * 1000;
