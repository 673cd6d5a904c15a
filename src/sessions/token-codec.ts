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
  /** Null for anything that isn't a valid token, whatever the reason. */
  decode(text: string, context: SessionContext): Promise<DecodedToken | null>;
  /** Whether a token would be valid if this server's clock were behind. */
  isExpired(text: string, context: SessionContext): Promise<boolean>;
}

/** What a token decrypts to depends on the secrets alone. */
const knownTokens = ofSecrets(() => new KnownTokens());

export function createTokenCodec(deps: SessionDeps): TokenCodec {
  const { encode } = deps.jwt;
  const { keys, jwt } = deps;
  return {
    ...(jwt.decode ? customReader(deps, jwt.decode) : ownReader(deps)),
    async encode(claims, { cookie, now }, lasts) {
      const salt = cookie.name;
      if (!encode) return sealToken(keys, { salt, claims, maxAge: lasts, now });
      return encode.call(jwt, { token: claims, secret: jwt.secret, maxAge: lasts, salt });
    },
  };
}

/** Servers whose clocks differ share sessions all the same. */
function issuedAt({ warnOnce }: SessionDeps, claims: JWT, now: number): number | undefined {
  const iat = numberOr(claims.iat, undefined);
  if (iat !== undefined && iat > now / 1000 + clockTolerance) {
    warnOnce("clock-skew", () => clockSkew);
  }
  return iat;
}

type TokenReader = Pick<TokenCodec, "decode" | "isExpired">;

function ownReader(deps: SessionDeps): TokenReader {
  const { keys, logger, warnOnce } = deps;
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
    async decode(token, { cookie, now }) {
      const opened = await open({ salt: cookie.name, token }, now);
      if (!opened.ok) {
        logger.debug("session_token_refused", { reason: opened.reason });
        if (opened.reason === "no-key") warnOnce("other-secret", () => otherSecret);
        return null;
      }
      const { claims, text, exp } = opened;
      return { claims: withTextSub(claims), text, exp, iat: issuedAt(deps, claims, now) };
    },
    async isExpired(token, { cookie, now }) {
      const opened = await open({ salt: cookie.name, token }, now);
      return !opened.ok && opened.reason === "expired";
    },
  };
}

function customReader(
  deps: SessionDeps,
  decode: NonNullable<SessionDeps["jwt"]["decode"]>,
): TokenReader {
  const { jwt, logger } = deps;
  const { secret, maxAge } = jwt;
  const claimsOf = async (token: string, { cookie }: SessionContext): Promise<JWT | null> => {
    try {
      if (!isTokenText(token)) return null;
      const claims: unknown = await decode.call(jwt, { token, secret, salt: cookie.name });
      return isRecord(claims) ? withTextSub(claims) : null;
    } catch (error) {
      const err = asError(error);
      logger.error("JWTSessionError", new JWTSessionError("`jwt.decode` failed.", { err }));
      return null;
    }
  };
  /** A token without `exp` lasts from now on; one that isn't a number can't be waited for. */
  const expOf = ({ exp }: JWT, now: number) =>
    exp === undefined ? Math.floor(now / 1000) + maxAge : numberOr(exp, 0);
  const isPast = (claims: JWT, now: number) =>
    expOf(claims, now) <= Math.floor(now / 1000) - clockTolerance;
  return {
    async decode(token, context) {
      const { now } = context;
      const claims = await claimsOf(token, context);
      if (!claims || isPast(claims, now)) return null;
      const iat = issuedAt(deps, claims, now);
      return { claims, exp: expOf(claims, now), iat, text: JSON.stringify(claims) };
    },
    async isExpired(token, context) {
      const claims = await claimsOf(token, context);
      return claims !== null && isPast(claims, context.now);
    },
  };
}

const clockSkew =
  "A session token was issued in the future, so the clocks of your servers differ. Synchronize them (NTP); sessions stay valid meanwhile.";

const otherSecret =
  "A session cookie came that was made with another secret than this process has, so that somebody is signed out. Set the same AUTH_SECRET in every instance; when you change it, keep the old one as the last of the list.";

function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}
