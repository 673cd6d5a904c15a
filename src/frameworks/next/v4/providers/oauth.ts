import type { OAuthProviderId } from "../../../../providers/ids.js";
import type { TokenSet } from "../../../../types/account.js";
import type { Awaitable, Untyped } from "../../../../types/common.js";
import type {
  AuthorizationEndpointHandler,
  OAuth2Config,
  OAuthChecks,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "../../../../types/providers.js";
import type { User } from "../../../../types/session.js";

type Same = Omit<OAuth2Config<Untyped>, "checks" | "options" | "profile" | "style" | "type">;

/** Typed as OAuth; `idToken` makes it OpenID Connect. */
export interface OAuthConfig<P> extends Same {
  type: "oauth" | "oidc";
  idToken?: boolean | undefined;
  checks?: OAuthChecks | readonly OAuthChecks[] | undefined;
  jwks?: { keys: Untyped[] } | undefined;
  region?: string | undefined;
  encoding?: string | undefined;
  profile?(profile: P, tokens: TokenSet): Awaitable<User>;
  style?: OAuthProviderButtonStyles | undefined;
  options?: object | undefined;
}

/** The options of a provider. */
export type OAuthUserConfig<P> = Omit<Partial<OAuthConfig<P>>, "options" | "type"> &
  Required<Pick<OAuthConfig<P>, "clientId" | "clientSecret">>;

export interface OAuthProviderButtonStyles {
  logo?: string | undefined;
  bg?: string | undefined;
  text?: string | undefined;
  /** Accepted and ignored, like the other dark colors: the sign-in page has its own. */
  logoDark?: string | undefined;
  bgDark?: string | undefined;
  textDark?: string | undefined;
  brandColor?: string | undefined;
}

export type OAuthProvider = (options: Partial<OAuthConfig<Untyped>>) => OAuthConfig<Untyped>;
export type OAuthProviderType = OAuthProviderId;
export type {
  AuthorizationEndpointHandler,
  OAuthChecks,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
};
