import type { AdapterAuthenticator } from "./adapter.js";
import type { WebAuthnProviderType } from "./account.js";
import type { Awaitable, SemverString } from "./common.js";
import type { CommonProviderOptions, CredentialInput } from "./provider-common.js";
import type { User } from "./session.js";

/** The site as an authenticator knows it. */
export interface RelayingParty {
  id: string;
  name: string;
  origin: string;
}

type OneOrMany<T> = T | readonly T[];
type ConfiguredRelayingParty = {
  [K in keyof RelayingParty]?: OneOrMany<RelayingParty[K]> | undefined;
};

/** Whose credential is being made or asked for. */
export type GetUserInfo = (
  options: WebAuthnHookContext,
  request: Request,
) => Awaitable<{ user: User; exists: true } | { user: Omit<User, "id">; exists: false } | null>;

/** What the hooks of a WebAuthn provider may look at. */
export interface WebAuthnHookContext {
  readonly url: URL;
  readonly provider: WebAuthnConfig;
  readonly listAuthenticators?: (userId: string) => Promise<readonly AdapterAuthenticator[]>;
}

/** Options of a ceremony, as `@simplewebauthn/server` takes them. */
export type CeremonyOptions = Readonly<Record<string, unknown>>;

export interface WebAuthnConfig extends CommonProviderOptions {
  type: WebAuthnProviderType;
  relayingParty?: ConfiguredRelayingParty | undefined;
  getRelayingParty?(options: WebAuthnHookContext, request: Request): RelayingParty;
  /** Offers passkeys in the e-mail field's suggestions. */
  enableConditionalUI?: boolean | undefined;
  simpleWebAuthnBrowserVersion?: SemverString | false | undefined;
  formFields?: Record<string, CredentialInput> | undefined;
  authenticationOptions?: CeremonyOptions | undefined;
  registrationOptions?: CeremonyOptions | undefined;
  verifyAuthenticationOptions?: CeremonyOptions | undefined;
  verifyRegistrationOptions?: CeremonyOptions | undefined;
  getUserInfo?: GetUserInfo | undefined;
  options?: Partial<Omit<WebAuthnConfig, "options" | "type">> | undefined;
}
