import type { CookieOption, CookiesOptions, SerializeCookieOptions } from "../types/cookies.js";

/** Every cookie of the library, by what it is for. */
export interface CookieSet {
  /** The session: an encrypted token, or the key of a stored session. */
  readonly session: CookieOption;
  /** Where to go after sign-in, for sign-in pages of the application that do not carry it along. */
  readonly callbackUrl: CookieOption;
  readonly csrf: CookieOption;
  /** One pending sign-in at a provider; its id follows the name. */
  readonly flow: CookieOption;
  /** A sign-in mail that this browser asked for. */
  readonly mail: CookieOption;
  /** The challenge of a WebAuthn ceremony. */
  readonly challenge: CookieOption;
  /** When the person last proved who they are. */
  readonly proof: CookieOption;
  /** The reference of an error that the page the browser is sent to tells of. */
  readonly failure: CookieOption;
  /** The application asked the person to prove once more who they are. */
  readonly prove: CookieOption;
  /** Whether the session that is being begun is to outlast the browser. */
  readonly remember: CookieOption;
  /** The provider that this browser used last. */
  readonly last: CookieOption;
  /** The address that was typed in with a wrong password, for the page that asks again. */
  readonly typed: CookieOption;
  /** A sign-in that waits for an answer to a plugin, such as a second factor. */
  readonly parked: CookieOption;
  /** The users this browser has signed in as, so that it has a rate limit of its own. Proves nothing. */
  readonly device: CookieOption;
}

/**
 * Names and attributes for http (`secure` false) or https. The session cookie's name is the wire
 * contract; the others are tied to the host by the `__Host-` prefix (RFC 6265bis, section 4.1.3.2).
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

/** A cookie of the library, or of a plugin: `latchkey.` comes before its name. */
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
