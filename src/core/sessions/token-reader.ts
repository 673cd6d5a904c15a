import type { JWT } from "../../types/jwt.js";
import { clockTolerance } from "../crypto/token.js";
import type { SessionContext, SessionDeps } from "./contract.js";

/** A valid session token. */
export interface DecodedToken {
  readonly claims: JWT;
  /** Seconds since 1970; not every token has an issue time. */
  readonly exp: number;
  readonly iat: number | undefined;
  /** The claims before any callback could change them. */
  readonly text: string;
}

/** Decrypts session tokens. */
export interface TokenReader {
  /** Null for anything but a valid token, for whatever reason. */
  decode(text: string, context: SessionContext): Promise<DecodedToken | null>;
  /** Whether a token would be valid if this server's clock were behind. */
  isExpired(text: string, context: SessionContext): Promise<boolean>;
}

export type CustomDecode = NonNullable<SessionDeps["jwt"]["decode"]>;

/** Tolerates clock skew between servers. */
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
