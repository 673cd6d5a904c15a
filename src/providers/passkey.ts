import type { IdOr, Named } from "../types/infer.js";
import type { WebAuthnConfig } from "../types/webauthn.js";
import WebAuthn, { DEFAULT_WEBAUTHN_TIMEOUT, type WebAuthnUserConfig } from "./webauthn.js";

export { relatedOrigins } from "./webauthn.js";
export type { WebAuthnConfig, WebAuthnUserConfig } from "./webauthn.js";

/**
 * Signs users in with passkeys: credentials that the device finds by itself and unlocks with a PIN,
 * fingerprint or face. Needs the package `@simplewebauthn/server` and an adapter.
 *
 * ```ts
 * import Passkey from "latchkey/providers/passkey";
 *
 * providers: [Passkey];
 * ```
 *
 * @see https://www.w3.org/TR/webauthn-3/
 */
export default function Passkey<const Id extends string = "passkey">(
  config?: WebAuthnUserConfig & Named<Id>,
): WebAuthnConfig<IdOr<Id, "passkey">>;
export default function Passkey(config: WebAuthnUserConfig = {}): WebAuthnConfig {
  return WebAuthn({
    id: "passkey",
    name: "Passkey",
    authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT, userVerification: "required" },
    registrationOptions: {
      timeout: DEFAULT_WEBAUTHN_TIMEOUT,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    },
    verifyAuthenticationOptions: { requireUserVerification: true },
    verifyRegistrationOptions: { requireUserVerification: true },
    ...config,
  });
}
