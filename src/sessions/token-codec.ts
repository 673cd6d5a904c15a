import {
  clockTolerance,
  decryptToken,
  readClaims,
  sealToken,
  type Opened,
} from "../crypto/token.js";
import { JWTSessionError } from "../errors.js";
import { asError } from "../thrown.js";
import type { JWT } from "../types/jwt.js";
import { KnownTokens, type SentToken } from "./known-tokens.js";
import type { SessionContext, SessionDeps } from "./contract.js";

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
  encode(claims: JWT, context: SessionContext): Promise<string>;
  /** Null for what is no valid token, whatever the reason. */
  decode(text: string, context: SessionContext): Promise<DecodedToken | null>;
}

export function createTokenCodec({ jwt, keys, logger }: SessionDeps): TokenCodec {
  const { encode, decode, secret, maxAge } = jwt;
  const known = new KnownTokens();
  const open = async (key: SentToken, now: number): Promise<Opened> => {
    const kept = known.get(key);
    if (kept !== undefined) return readClaims(kept, now);
    const text = await decryptToken(keys, key);
    if (typeof text !== "string") return text;
    known.add(key, text);
    return readClaims(text, now);
  };
  return {
    async encode(claims, { cookie, now }) {
      if (!encode) return sealToken(keys, { salt: cookie.name, claims, maxAge, now });
      return encode.call(jwt, { token: claims, secret, maxAge, salt: cookie.name });
    },
    async decode(token, { cookie, now }) {
      if (decode) {
        try {
          const claims = await decode.call(jwt, { token, secret, salt: cookie.name });
          return claims && fromCustom(claims, { now, maxAge });
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
        return null;
      }
      const { claims, text, exp } = opened;
      return { claims, text, exp, iat: numberOr(claims["iat"], undefined) };
    },
  };
}

function fromCustom(
  claims: JWT,
  { now, maxAge }: { now: number; maxAge: number },
): DecodedToken | null {
  const seconds = Math.floor(now / 1000);
  const exp = numberOr(claims.exp, seconds + maxAge);
  if (exp <= seconds - clockTolerance) return null;
  return { claims, exp, iat: numberOr(claims.iat, undefined), text: JSON.stringify(claims) };
}

function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === "number" ? value : otherwise;
}
