import type { TokenSet } from "../../types/account.js";
import type { Awaitable } from "../../types/common.js";
import type {
  AuthorizationEndpointHandler,
  FetchLike,
  OAuthChecks,
  OAuthClientOptions,
  OAuthConfig,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "../../types/providers.js";
import type { User } from "../../types/session.js";
import { mergeOptions } from "../merge.js";
import { mergeEndpoint, paramOf } from "./endpoints.js";
import { findCustomFetch } from "./custom-fetch.js";

/** A provider with the application's options over its defaults, and every default filled in. */
export interface OAuthProvider {
  readonly id: string;
  readonly name: string;
  readonly type: "oauth" | "oidc";
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly issuer: string | undefined;
  readonly wellKnown: string | undefined;
  readonly jwksEndpoint: string | undefined;
  readonly authorization: AuthorizationEndpointHandler;
  readonly token: TokenEndpointHandler;
  readonly userinfo: UserinfoEndpointHandler;
  readonly client: OAuthClientOptions;
  readonly checks: ReadonlySet<OAuthChecks>;
  /** The provider answers with a form post, not in the query. */
  readonly formPost: boolean;
  /** The claims of the ID token are the profile. */
  readonly idTokenIsProfile: boolean;
  readonly linksByEmail: boolean;
  /** Where `redirect_uri` is based, without a slash at the end. */
  readonly proxyUrl: string | undefined;
  readonly brandColor: string | undefined;
  readonly pushes: boolean;
  readonly dpop: boolean | CryptoKeyPair;
  readonly decryptionKey: CryptoKey | undefined;
  readonly fetch: FetchLike | undefined;
  readonly profile: ((profile: object, tokens: TokenSet) => Awaitable<User>) | undefined;
  readonly account: ((tokens: TokenSet) => TokenSet | undefined | void) | undefined;
}

export interface ProviderDefaults {
  readonly redirectProxyUrl?: string | undefined;
}

export function normalizeProvider(bare: OAuthConfig, defaults: ProviderDefaults): OAuthProvider {
  const merged = mergeOptions(bare, bare.options);
  const { options } = bare;
  const authorization = mergeEndpoint<AuthorizationEndpointHandler>(
    {},
    bare.authorization,
    options?.authorization,
  );
  const formPost = paramOf(authorization, "response_mode") === "form_post";
  const proxyUrl = merged.redirectProxyUrl ?? defaults.redirectProxyUrl;
  const { decryptionKey, style } = merged;
  return {
    id: merged.id,
    name: merged.name,
    type: merged.type,
    clientId: merged.clientId,
    clientSecret: merged.clientSecret,
    issuer: merged.issuer,
    wellKnown: merged.wellKnown,
    jwksEndpoint: merged.jwks_endpoint === undefined ? undefined : String(merged.jwks_endpoint),
    authorization,
    token: mergeEndpoint<TokenEndpointHandler>({}, bare.token, options?.token),
    userinfo: mergeEndpoint<UserinfoEndpointHandler>({}, bare.userinfo, options?.userinfo),
    client: merged.client ?? {},
    checks: new Set<OAuthChecks>([...(merged.checks ?? ["pkce"]), ...(proxyUrl ? stateToo : [])]),
    formPost,
    idTokenIsProfile: merged.type === "oidc" && merged.idToken !== false,
    linksByEmail: merged.allowDangerousEmailAccountLinking === true,
    // A form post can not be passed on by a redirect, so that such a provider answers directly.
    proxyUrl: formPost ? undefined : proxyUrl?.replace(/\/$/, ""),
    brandColor: style?.brandColor ?? style?.bg,
    pushes: merged.pushedAuthorizationRequests === true,
    dpop: merged.dpop ?? false,
    decryptionKey: decryptionKey && "key" in decryptionKey ? decryptionKey.key : decryptionKey,
    fetch: findCustomFetch(bare) ?? findCustomFetch(bare.options ?? {}),
    profile: merged.profile && ((profile, tokens) => merged.profile?.(profile, tokens) ?? {}),
    account: merged.account && ((tokens) => merged.account?.(tokens)),
  };
}

const stateToo = ["state"] as const;
