import { lazyWebAuthn } from "../flows/webauthn/lazy.js";
import { providerFlows } from "../symbols.js";
import type { IdOr, Named } from "../types/infer.js";
import type { WebAuthnConfig, WebAuthnPackage } from "../types/webauthn.js";

export type { WebAuthnProviderType } from "../types/account.js";
export type {
  AuthenticationOptions,
  GetUserInfo,
  RegistrationOptions,
  RelayingParty,
  VerificationOptions,
  WebAuthnConfig,
  WebAuthnHookContext,
  WebAuthnHookRequest,
  WebAuthnPackage,
} from "../types/webauthn.js";

/** What an application says about WebAuthn. */
export type WebAuthnUserConfig = Partial<Omit<WebAuthnConfig, "options" | "type">>;

/** Milliseconds a person has for a ceremony. */
export const DEFAULT_WEBAUTHN_TIMEOUT = 5 * 60 * 1000;
/** Kept for applications that name it; the script comes from the library itself. */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION = "v9.0.1";

/** Here and nowhere else: Next.js 14 fails to build what imports a package that is not there, used or not. */
const simpleWebAuthn: WebAuthnPackage = {
  server: () => import("@simplewebauthn/server"),
  helpers: () => import("@simplewebauthn/server/helpers"),
};

/**
 * Signs people in with security keys and passkeys. Needs the package `@simplewebauthn/server`, an
 * adapter, and `experimental: { enableWebAuthn: true }`.
 *
 * ```ts
 * import WebAuthn from "latchkey/providers/webauthn";
 *
 * providers: [WebAuthn({ relayingParty: { name: "My app" } })];
 * ```
 *
 * @see https://www.w3.org/TR/webauthn-3/
 */
export default function WebAuthn<const Id extends string = "webauthn">(
  config?: WebAuthnUserConfig & Named<Id>,
): WebAuthnConfig<IdOr<Id, "webauthn">>;
export default function WebAuthn(config: WebAuthnUserConfig = {}): WebAuthnConfig {
  return {
    id: "webauthn",
    name: "WebAuthn",
    enableConditionalUI: true,
    authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
    registrationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
    formFields: {
      email: { label: "Email", required: true, autocomplete: "username webauthn" },
    },
    simpleWebAuthn,
    simpleWebAuthnBrowserVersion: DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
    ...config,
    type: "webauthn",
    [providerFlows]: { webauthn: lazyWebAuthn },
  };
}
