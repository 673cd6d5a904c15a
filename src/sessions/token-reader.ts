import { clockTolerance } from "../crypto/token.js";
import type { JWT } from "../types/jwt.js";
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

/** Opens session tokens. */
export interface TokenReader {
  /** Null for anything that isn't a valid token, whatever the reason. */
  decode(text: string, context: SessionContext): Promise<DecodedToken | null>;
  /** Whether a token would be valid if this server's clock were behind. */
  isExpired(text: string, context: SessionContext): Promise<boolean>;
}

export type CustomDecode = NonNullable<SessionDeps["jwt"]["decode"]>;

/** Servers whose clocks differ share sessions all the same. */
export function issuedAt({ warnOnce }: SessionDeps, claims: JWT, now: number): number | undefined {
  const iat = numberOr(claims.iat, undefined);
  if (iat !== undefined && iat > now / 1000 + clockTolerance) {
    warnOnce("clock-skew", () => clockSkew);
  }
  return iat;
}

const clockSkew =
  "A session token was issued in the future, so the clocks of your servers differ. Synchronize them (NTP); sessions stay valid meanwhile.";

export function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}
