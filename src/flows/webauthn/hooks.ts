import type { WebAuthnHookContext, WebAuthnHookRequest } from "../../types/webauthn.js";
import type { Ceremony } from "./ceremony.js";

/** What the provider's own functions receive. */
export function hookContext({ provider, context, store }: Ceremony): WebAuthnHookContext {
  const { origin, basePath } = context.site;
  return { url: new URL(origin + basePath), provider, adapter: store };
}

export function hookRequest({ context }: Ceremony): WebAuthnHookRequest {
  return Object.assign(context.toRequest(), { query: Object.fromEntries(context.query.texts()) });
}
