import type { JsonValue, Untyped } from "./common.js";

/** One entry of `authorization_details` (RFC 9396, section 2). */
export interface AuthorizationDetails {
  readonly type: string;
  readonly locations?: string[];
  readonly actions?: string[];
  readonly datatypes?: string[];
  readonly privileges?: string[];
  readonly identifier?: string;
  readonly [parameter: string]: JsonValue | undefined;
}

/** The members of a token response (RFC 6749, section 5.1). */
export interface TokenEndpointResponse {
  readonly access_token: string;
  readonly expires_in?: number;
  readonly id_token?: string;
  readonly refresh_token?: string;
  readonly scope?: string;
  readonly authorization_details?: AuthorizationDetails[];
  /** Always lower case, since the standard makes it case-insensitive. */
  readonly token_type: Lowercase<string>;
  readonly [parameter: string]: JsonValue | undefined;
}

/** The provider's token response, with the expiry as an absolute time. */
export type TokenSet = Partial<TokenEndpointResponse> & {
  /** Seconds since 1970 at which `access_token` expires, computed from `expires_in`. */
  expires_at?: number;
};

/** The ways to sign in. */
export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | WebAuthnProviderType;
export type WebAuthnProviderType = "webauthn";

/** Links a user to one provider. Extend it by declaration merging. */
export interface Account extends Partial<TokenEndpointResponse> {
  /** The provider's id. */
  provider: string;
  /**
   * OAuth and OIDC: the `id` returned by `profile()`. Email: the address.
   * Credentials: the `id` returned by `authorize()`.
   */
  providerAccountId: string;
  type: ProviderType;
  /** The id of the user who owns the account. */
  userId?: string;
  /** Seconds since 1970 at which `access_token` expires. */
  expires_at?: number;
}

/** Claims about a user from an identity provider (OpenID Connect Core, section 5.1). */
export interface Profile {
  [claim: string]: unknown;
  id?: string | null;
  sub?: string | null;
  name?: string | null;
  given_name?: string | null;
  family_name?: string | null;
  middle_name?: string | null;
  nickname?: string | null;
  preferred_username?: string | null;
  profile?: string | null;
  picture?: Untyped;
  website?: string | null;
  email?: string | null;
  email_verified?: boolean | null;
  gender?: string | null;
  birthdate?: string | null;
  zoneinfo?: string | null;
  locale?: string | null;
  phone_number?: string | null;
  updated_at?: Date | string | number | null;
  address?: {
    formatted?: string | null;
    street_address?: string | null;
    locality?: string | null;
    region?: string | null;
    postal_code?: string | null;
    country?: string | null;
  } | null;
}
