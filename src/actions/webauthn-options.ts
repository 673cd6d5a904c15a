import { InvalidProvider } from "../errors.js";
import type { Action } from "./context.js";
import { requireFlow } from "./provider.js";

/** `GET webauthn-options/{id}`: the options of a WebAuthn ceremony. */
export const showWebAuthnOptions: Action = (context) => {
  const flow = requireFlow(context);
  if (flow.options) return flow.options(context);
  throw new InvalidProvider(`The provider ${JSON.stringify(flow.id)} has no WebAuthn ceremonies.`);
};
