import { lazyWebAuthn } from "../flows/webauthn/lazy.js";
import type { IdOr, Named } from "../types/infer.js";
import { providerFlows } from "../types/symbols.js";
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

/**
 * The content of `/.well-known/webauthn` on the domain of `relayingParty.id`, by which browsers see that the
 * origins of the option `relatedOrigins` may use its passkeys. Send it as `application/json`.
 *
 * ```ts
 * app.get("/.well-known/webauthn", (_, res) => res.json(relatedOrigins(passkey)));
 * ```
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-related-origins
 */
export function relatedOrigins({
  relatedOrigins: given,
  options,
}: Pick<WebAuthnConfig, "relatedOrigins" | "options">): { readonly origins: readonly string[] } {
  const origins = options?.relatedOrigins ?? given ?? [];
  return { origins: origins.map((one) => new URL(one).origin) };
}

/** The options of `WebAuthn()`. */
export type WebAuthnUserConfig = Partial<Omit<WebAuthnConfig, "options" | "type">>;

/** Milliseconds that a user has for a ceremony. */
export const DEFAULT_WEBAUTHN_TIMEOUT = 5 * 60 * 1000;
/** Kept for applications that import it; the script comes from the library itself. */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION = "v9.0.1";

/**
 * Imported here only: Next.js 14 fails to build files that import a missing package, even if it
 * isn't used.
 */
const simpleWebAuthn: WebAuthnPackage = {
  server: () => import("@simplewebauthn/server"),
  helpers: () => import("@simplewebauthn/server/helpers"),
};

/**
 * Signs users in with security keys and passkeys. Needs the package `@simplewebauthn/server` and an
 * adapter.
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
