import type { CookieOption, CookiesOptions, SerializeCookieOptions } from "../../types/cookies.js";

/** Every cookie of the library, by purpose. */
export interface CookieSet {
  /** The session: an encrypted token, or the token of a database session. */
  readonly session: CookieOption;
  /** Where to go after sign-in, for custom sign-in pages that don't pass it along. */
  readonly callbackUrl: CookieOption;
  readonly csrf: CookieOption;
  /** One pending sign-in at a provider. The name ends with its id. */
  readonly flow: CookieOption;
  /** A sign-in mail that this browser asked for. */
  readonly mail: CookieOption;
  /** The challenge of a WebAuthn ceremony. */
  readonly challenge: CookieOption;
  /** The time of the last proof of identity. */
  readonly proof: CookieOption;
  /** The reference of the error that the error page shows. */
  readonly failure: CookieOption;
  /** The app asked the user to confirm their identity. */
  readonly prove: CookieOption;
  /** Whether the session being started outlasts the browser. */
  readonly remember: CookieOption;
  /** The provider that this browser used last. */
  readonly last: CookieOption;
  /** The name or address typed into a form that failed, to fill it in again. */
  readonly typed: CookieOption;
  /** A sign-in parked for a plugin, such as 2FA. */
  readonly parked: CookieOption;
  /** The users who have signed in with this browser, for a rate limit of its own. Proves nothing. */
  readonly device: CookieOption;
}

/**
 * Names and attributes for http (`secure` false) or https. The session cookie's name is part of the wire
 * contract; the others are bound to the host by the `__Host-` prefix (RFC 6265bis, section 4.1.3.2).
 */
export function cookieSet(secure: boolean, overrides: Partial<CookiesOptions>): CookieSet {
  const defaults = defaultsFor(secure);
  const own = (suffix: string, override: Partial<CookieOption> | undefined) =>
    ownCookie(secure, suffix, override);
  return {
    session: {
      name: overrides.sessionToken?.name ?? `${secure ? "__Secure-" : ""}authjs.session-token`,
      options: { ...defaults, ...overrides.sessionToken?.options },
    },
    callbackUrl: own("callback-url", overrides.callbackUrl),
    csrf: own("csrf-token", overrides.csrfToken),
    flow: own("flow", overrides.state),
    mail: own("mail", undefined),
    challenge: own("challenge", overrides.webauthnChallenge),
    proof: own("proof", undefined),
    failure: own("failure", undefined),
    prove: own("prove", undefined),
    remember: own("remember", undefined),
    last: own("last", undefined),
    typed: own("typed", undefined),
    parked: own("parked", undefined),
    device: own("device", overrides.device),
  };
}

/** A cookie of the library or of a plugin: its name is prefixed with `latchkey.`. */
export function ownCookie(
  secure: boolean,
  suffix: string,
  override?: Partial<CookieOption>,
): CookieOption {
  const options = { ...defaultsFor(secure), ...override?.options };
  return { name: override?.name ?? prefixFor(secure, options) + `latchkey.${suffix}`, options };
}

function defaultsFor(secure: boolean): SerializeCookieOptions {
  return { httpOnly: true, sameSite: "lax", path: "/", secure };
}

function prefixFor(secure: boolean, options: SerializeCookieOptions): string {
  if (!secure) return "";
  return options.domain === undefined && options.path === "/" ? "__Host-" : "__Secure-";
}
