import type { JWT } from "../../types/jwt.js";
import { clockTolerance } from "../crypto/token.js";
import { asError } from "../errors/as-error.js";
import { JWTSessionError } from "../errors/errors.js";
import { isRecord } from "../values/json.js";
import type { SessionContext, SessionDeps } from "./contract.js";
import { isTokenText } from "./session-token.js";
import { issuedAt, numberOr, type CustomDecode, type TokenReader } from "./token-reader.js";
import { withTextSub } from "./token-view.js";

/** Reads tokens made by the app's own `jwt.encode`. */
export function customReader(deps: SessionDeps, decode: CustomDecode): TokenReader {
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
  /** A token without a valid `exp` lasts from now on. */
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
