import type { TokenSet } from "../../../types/account.js";
import type { Awaitable } from "../../../types/common.js";
import type { Mark } from "../../../types/provider-common.js";
import type {
  AuthorizationEndpointHandler,
  EndSessionHandler,
  ClientPrivateKey,
  FetchLike,
  OAuthChecks,
  OAuthClientOptions,
  OAuthConfig,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "../../../types/providers.js";
import type { User } from "../../../types/session.js";
import { privateOrigins } from "../../../symbols.js";
import type { FlowDefaults } from "../../flow.js";
import { mergeOptions } from "../../merge.js";
import { mergeEndpoint, paramOf } from "./endpoints.js";
import { findCustomFetch, givenFetch } from "./custom-fetch.js";

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
  /** Its answers are signed (JARM), and plain ones are refused. */
  readonly signsAnswers: boolean;
  /** Signs the authorization request. */
  readonly requestKey: ClientPrivateKey | undefined;
  /** The claims of the ID token are the profile. */
  readonly idTokenIsProfile: boolean;
  /** Also when they tell next to nothing. */
  readonly idTokenSuffices: boolean;
  readonly linksByEmail: boolean;
  /** The levels that `acr_values` asks for are demands, not hints. */
  readonly checksAcr: boolean;
  /** Whether its addresses are people's own; undefined where it is not known. */
  readonly emailVerified: boolean | ((profile: object) => boolean) | undefined;
  /** Where `redirect_uri` is based, without a slash at the end. */
  readonly proxyUrl: string | undefined;
  /** Origins that a proxy passes answers on to, some of them patterns. */
  readonly proxyOrigins: readonly string[];
  readonly brandColor: string | undefined;
  readonly mark: Mark | undefined;
  /** Where users sign out there, if discovery doesn't tell; false if they are to stay signed in there. */
  readonly endSession: EndSessionHandler | false | undefined;
  /** Tokens are given back when somebody signs out, at this place where discovery does not tell one. */
  readonly revokes: { readonly url?: string | undefined } | undefined;
  readonly pushes: boolean;
  readonly dpop: boolean | CryptoKeyPair;
  readonly decryptionKey: CryptoKey | undefined;
  readonly fetch: FetchLike | undefined;
  /** The function behind it, as it was given: the same for every copy of the provider. */
  readonly fetchedBy: object | undefined;
  /** Origins whose addresses are used as they are. */
  readonly privateOrigins: readonly string[];
  readonly profile: ((profile: object, tokens: TokenSet) => Awaitable<User>) | undefined;
  readonly formerId: ((profile: object) => string | undefined) | undefined;
  readonly acceptsFormerId: boolean;
  readonly account: ((tokens: TokenSet) => TokenSet | undefined | void) | undefined;
}

export function normalizeProvider(bare: OAuthConfig, defaults: FlowDefaults): OAuthProvider {
  const merged = mergeOptions(bare, bare.options);
  const { options } = bare;
  const authorization = mergeEndpoint<AuthorizationEndpointHandler>(
    {},
    bare.authorization,
    options?.authorization,
  );
  const mode = paramOf(authorization, "response_mode");
  const formPost = mode === "form_post" || mode === "form_post.jwt";
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
    checks: new Set<OAuthChecks>([
      ...(merged.checks ?? usualChecks[merged.type]),
      ...(proxyUrl ? stateToo : []),
    ]),
    formPost,
    signsAnswers: mode !== undefined && signedModes.includes(mode),
    requestKey: merged.requestObjectKey,
    idTokenIsProfile: merged.type === "oidc" && merged.idToken !== false,
    idTokenSuffices: merged.type === "oidc" && merged.idToken === true,
    emailVerified: judgeOf(merged.emailVerified),
    checksAcr: merged.checkAcr !== false,
    linksByEmail: merged.allowDangerousEmailAccountLinking === true,
    // A form post can not be passed on by a redirect, so that such a provider answers directly.
    proxyUrl: formPost ? undefined : proxyUrl?.replace(/\/$/, ""),
    proxyOrigins: defaults.redirectProxyOrigins ?? [],
    brandColor: style?.brandColor ?? style?.bg,
    mark: style?.mark,
    endSession: merged.endSession,
    revokes: merged.revokeTokens === true ? {} : merged.revokeTokens || undefined,
    pushes: merged.pushedAuthorizationRequests === true,
    dpop: merged.dpop ?? false,
    decryptionKey: decryptionKey && "key" in decryptionKey ? decryptionKey.key : decryptionKey,
    fetch: findCustomFetch(bare) ?? findCustomFetch(bare.options ?? {}),
    fetchedBy: givenFetch(bare) ?? givenFetch(bare.options ?? {}),
    privateOrigins: merged[privateOrigins] ?? [],
    profile: merged.profile && ((profile, tokens) => merged.profile?.(profile, tokens) ?? {}),
    formerId: merged.formerId && ((profile) => merged.formerId?.(profile)),
    acceptsFormerId: merged.acceptFormerId === true,
    account: merged.account && ((tokens) => merged.account?.(tokens)),
  };
}

function judgeOf(said: OAuthConfig["emailVerified"]): OAuthProvider["emailVerified"] {
  return typeof said === "function" ? (profile) => said(profile) : said;
}

const signedModes = ["jwt", "query.jwt", "form_post.jwt"];
const stateToo = ["state"] as const;
const usualChecks = { oauth: ["pkce"], oidc: ["pkce", "nonce"] } as const;

/** Nothing ties the answer of the provider to the browser that asked. */
export function isUnchecked({ checks }: Pick<OAuthProvider, "checks">): boolean {
  return checks.size === 1 && checks.has("none");
}
