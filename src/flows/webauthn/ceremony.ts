import type { FlowContext } from "../../core/flow.js";
import type { Store } from "../../types/store.js";
import type {
  WebAuthnConfig,
  WebAuthnHookContext,
  WebAuthnHookRequest,
} from "../../types/webauthn.js";

/** The two ceremonies of WebAuthn. */
export type CeremonyAction = "authenticate" | "register";

/** One request to a WebAuthn provider. */
export interface Ceremony {
  readonly provider: WebAuthnConfig;
  readonly context: FlowContext;
  readonly store: Store;
}

/** Milliseconds the user has if the provider doesn't say. */
export const defaultTimeout = 5 * 60 * 1000;

/** What the provider's own functions receive. */
export function hookContext({ provider, context, store }: Ceremony): WebAuthnHookContext {
  const { origin, basePath } = context.site;
  return { url: new URL(origin + basePath), provider, adapter: store };
}

export function hookRequest({ context }: Ceremony): WebAuthnHookRequest {
  return Object.assign(context.toRequest(), { query: Object.fromEntries(context.query.texts()) });
}
