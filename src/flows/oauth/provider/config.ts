import { isRecord } from "../../../core/values/json.js";
import type { FlowDefaults } from "../../../core/flow.js";
import { mergeOptions } from "../../../core/values/merge.js";
import type { TokenSet } from "../../../types/account.js";
import type { Awaitable } from "../../../types/common.js";
import type { Mark } from "../../../types/provider-common.js";
import type {
  AuthorizationEndpointHandler,
  ClientPrivateKey,
  EndSessionHandler,
  FetchLike,
  IdTokens,
  OAuthChecks,
  OAuthClientOptions,
  OAuthConfig,
  ProofOfPossession,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "../../../types/providers.js";
import type { User } from "../../../types/session.js";
import { customFetch, privateOrigins } from "../../../types/symbols.js";
import { mergeEndpoint, paramOf } from "./endpoints.js";

/** A provider with the app's options merged over its defaults, and every default filled in. */
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
  /** The provider responds with a form post, not in the query. */
  readonly formPost: boolean;
  /** Its responses are signed (JARM), and unsigned ones are refused. */
  readonly signsAnswers: boolean;
  /** Signs the authorization request. */
  readonly requestKey: ClientPrivateKey | undefined;
  /** The claims of the ID token are the profile. */
  readonly idTokenIsProfile: boolean;
  /** Which ID tokens may be posted; undefined if none may. */
  readonly idTokens: IdTokens | undefined;
  /** Even if they contain next to nothing. */
  readonly idTokenSuffices: boolean;
  readonly linksByEmail: boolean;
  /** `acr_values` are requirements, not hints. */
  readonly checksAcr: boolean;
  /** Whether it verifies email addresses; undefined if unknown. */
  readonly emailVerified: boolean | ((profile: object) => boolean) | undefined;
  /** The base of `redirect_uri`, without a trailing slash. */
  readonly proxyUrl: string | undefined;
  /** The origins a redirect proxy forwards responses to, some of them patterns. */
  readonly proxyOrigins: readonly string[];
  readonly brandColor: string | undefined;
  readonly mark: Mark | undefined;
  /** Where to sign out at the provider, if discovery doesn't say; false to stay signed in there. */
  readonly endSession: EndSessionHandler | false | undefined;
  /** Revoke tokens at sign-out, at this endpoint if discovery names none. */
  readonly revokes: { readonly url?: string | undefined } | undefined;
  readonly pushes: boolean;
  readonly dpop: ProofOfPossession | undefined;
  readonly decrypt: ((jwe: string) => Awaitable<string>) | undefined;
  readonly fetch: FetchLike | undefined;
  /** The original function, as passed: the same for every copy of the provider. */
  readonly fetchedBy: object | undefined;
  /** Origins whose URLs are trusted. */
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
  const { decrypt, style } = merged;
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
      ...[merged.checks ?? usualChecks[merged.type]].flat(),
      ...(proxyUrl ? stateToo : []),
    ]),
    formPost,
    signsAnswers: mode !== undefined && signedModes.includes(mode),
    requestKey: merged.requestObjectKey,
    idTokenIsProfile: merged.type === "oidc" && merged.idToken !== false,
    idTokens: merged.type === "oidc" ? merged.idTokens : undefined,
    idTokenSuffices: merged.type === "oidc" && merged.idToken === true,
    emailVerified: judgeOf(merged.emailVerified),
    checksAcr: merged.checkAcr !== false,
    linksByEmail: merged.allowDangerousEmailAccountLinking === true,
    // A form post can't be forwarded by a redirect, so such a provider responds directly.
    proxyUrl: formPost ? undefined : proxyUrl?.replace(/\/$/, ""),
    proxyOrigins: defaults.redirectProxyOrigins ?? [],
    brandColor: style?.brandColor ?? style?.bg,
    mark: style?.mark,
    endSession: merged.endSession,
    revokes: merged.revokeTokens === true ? {} : merged.revokeTokens || undefined,
    pushes: merged.pushedAuthorizationRequests === true,
    dpop: merged.dpop,
    decrypt: decrypt && ((jwe) => decrypt(jwe)),
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

/** Nothing binds the provider's response to the browser that asked. */
export function isUnchecked({ checks }: Pick<OAuthProvider, "checks">): boolean {
  return checks.size === 1 && checks.has("none");
}

/** Client authentication methods with a certificate (RFC 8705, section 2). */
export const tlsMethods: readonly string[] = ["tls_client_auth", "self_signed_tls_client_auth"];

/** Whether the client authenticates with a certificate, which needs a custom fetch. */
export function usesCertificate({ client }: Pick<OAuthProvider, "client">): boolean {
  return tlsMethods.includes(client.token_endpoint_auth_method ?? "");
}

/** The provider object's own `fetch`, bound to it. */
function findCustomFetch(provider: object): FetchLike | undefined {
  const found = givenFetch(provider);
  if (!found) return undefined;
  return async (input, init) => {
    const answer: unknown = await Reflect.apply(found, provider, [input, init]);
    if (isResponse(answer)) return answer;
    throw new TypeError("The custom fetch of the provider must resolve to a Response.");
  };
}

/**
 * The original function. Provider objects made for another library use that library's symbol, which has the
 * same description.
 */
function givenFetch(provider: object) {
  const key = Object.getOwnPropertySymbols(provider).find(
    (symbol) => symbol.description === customFetch.description,
  );
  const found: unknown = key && Reflect.get(provider, key);
  return typeof found === "function" ? found : undefined;
}

/** Accepts the `Response` of other fetch implementations. */
function isResponse(value: unknown): value is Response {
  return isRecord(value) && "status" in value && "arrayBuffer" in value;
}
