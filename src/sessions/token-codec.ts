import {
  clockTolerance,
  decryptToken,
  readClaims,
  sealToken,
  type Opened,
} from "../crypto/token.js";
import { JWTSessionError } from "../errors.js";
import { isRecord } from "../json.js";
import { asError } from "../thrown.js";
import type { JWT } from "../types/jwt.js";
import { ofSecrets } from "../state/secrets.js";
import { KnownTokens, type SentToken } from "./known-tokens.js";
import type { SessionContext, SessionDeps } from "./contract.js";
import { isTokenText } from "./session-token.js";
import { withTextSub } from "./token-view.js";

/** A session token that is valid now. */
export interface DecodedToken {
  readonly claims: JWT;
  /** Seconds since 1970; when it was issued is not known of every token. */
  readonly exp: number;
  readonly iat: number | undefined;
  /** The claims as they were before any callback could change them. */
  readonly text: string;
}

/** Between claims and the text in the cookie: the library's own way, or the application's. */
export interface TokenCodec {
  /** `lasts` are the seconds for which the token is good. */
  encode(claims: JWT, context: SessionContext, lasts: number): Promise<string>;
  /** Null for what is no valid token, whatever the reason. */
  decode(text: string, context: SessionContext): Promise<DecodedToken | null>;
}

/** What a token decrypts to depends on the secrets alone. */
const knownTokens = ofSecrets(() => new KnownTokens());

export function createTokenCodec({ jwt, keys, logger, warnOnce }: SessionDeps): TokenCodec {
  const { encode, decode, secret, maxAge } = jwt;
  const known = knownTokens(keys);
  const open = async (key: SentToken, now: number): Promise<Opened> => {
    const kept = known.get(key);
    if (kept !== undefined) return readClaims(kept, now);
    const text = await decryptToken(keys, key);
    if (typeof text !== "string") return text;
    known.add(key, text);
    return readClaims(text, now);
  };
  return {
    async encode(claims, { cookie, now }, lasts) {
      const salt = cookie.name;
      if (!encode) return sealToken(keys, { salt, claims, maxAge: lasts, now });
      return encode.call(jwt, { token: claims, secret, maxAge: lasts, salt });
    },
    async decode(token, { cookie, now }) {
      if (decode) {
        try {
          if (!isTokenText(token)) return null;
          const claims: unknown = await decode.call(jwt, { token, secret, salt: cookie.name });
          return isRecord(claims) ? fromCustom(claims, { now, maxAge }) : null;
        } catch (error) {
          logger.error(
            "JWTSessionError",
            new JWTSessionError("`jwt.decode` failed.", { err: asError(error) }),
          );
          return null;
        }
      }
      const opened = await open({ salt: cookie.name, token }, now);
      if (!opened.ok) {
        logger.debug("session_token_refused", { reason: opened.reason });
        if (opened.reason === "no-key") warnOnce("other-secret", () => otherSecret);
        return null;
      }
      const { claims, text, exp } = opened;
      return { claims: withTextSub(claims), text, exp, iat: numberOr(claims["iat"], undefined) };
    },
  };
}

const otherSecret =
  "A session cookie came that was made with another secret than this process has, so that somebody is signed out. Set the same AUTH_SECRET in every instance; when you change it, keep the old one as the last of the list.";

function fromCustom(
  claims: JWT,
  { now, maxAge }: { now: number; maxAge: number },
): DecodedToken | null {
  const seconds = Math.floor(now / 1000);
  // An end that is no number can not be waited for.
  const exp = claims.exp === undefined ? seconds + maxAge : numberOr(claims.exp, 0);
  if (exp <= seconds - clockTolerance) return null;
  const plain = withTextSub(claims);
  return { claims: plain, exp, iat: numberOr(claims.iat, undefined), text: JSON.stringify(plain) };
}

function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}
