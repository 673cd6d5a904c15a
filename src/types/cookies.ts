/** Attributes of a cookie (RFC 6265bis, section 5.6). */
export interface SerializeCookieOptions {
  domain?: string | undefined;
  expires?: Date | undefined;
  httpOnly?: boolean | undefined;
  maxAge?: number | undefined;
  partitioned?: boolean | undefined;
  path?: string | undefined;
  priority?: "low" | "medium" | "high" | undefined;
  sameSite?: boolean | "lax" | "strict" | "none" | undefined;
  secure?: boolean | undefined;
}

export interface CookieOption {
  name: string;
  options: SerializeCookieOptions;
}

/**
 * Names and attributes of the cookies. An OAuth or OIDC sign-in keeps its state, nonce and code verifier in
 * one cookie: `state`. `nonce` and `pkceCodeVerifier` are accepted and ignored.
 */
export interface CookiesOptions {
  sessionToken: Partial<CookieOption>;
  callbackUrl: Partial<CookieOption>;
  csrfToken: Partial<CookieOption>;
  pkceCodeVerifier: Partial<CookieOption>;
  state: Partial<CookieOption>;
  nonce: Partial<CookieOption>;
  webauthnChallenge: Partial<CookieOption>;
  /** Marks a browser that has signed in before, which gets a rate limit of its own. */
  device: Partial<CookieOption>;
}
