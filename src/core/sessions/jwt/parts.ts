import type { JWT } from "../../../types/jwt.js";
import { ofSecrets } from "../../state/secrets.js";
import type { SessionDeps } from "../contract.js";
import { EndedTokens } from "../ended-tokens.js";
import type { SessionFacts } from "../facts.js";
import type { KeptSession } from "../hooks.js";
import type { Lifetime } from "../lifetime.js";
import { ReplacedTokens } from "../replaced-tokens.js";
import { createCookieGuard } from "../session-cookie.js";
import { createTokenCodec, type TokenCodec } from "../token-codec.js";

/** The parts of JWT sessions, created once per configuration. */
export interface JwtParts {
  readonly deps: SessionDeps;
  readonly lifetime: Lifetime;
  readonly codec: TokenCodec;
  /** Throws `SessionTooLarge`. */
  readonly guard: ReturnType<typeof createCookieGuard>;
  readonly replaced: ReplacedTokens;
  readonly ended: EndedTokens;
}

const replacedOf = ofSecrets(() => new ReplacedTokens());
const endedOf = ofSecrets(() => new EndedTokens());

export function jwtParts(deps: SessionDeps): JwtParts {
  const { hooks = null, updateAge, jwt } = deps;
  return {
    deps,
    lifetime: { maxAge: jwt.maxAge, updateAge, hooks },
    codec: createTokenCodec(deps),
    guard: createCookieGuard(deps),
    // The app's own tokens may be equal for two sessions, so none replaces another.
    replaced: jwt.encode ? new ReplacedTokens(0) : replacedOf(deps.keys),
    ended: endedOf(deps.keys),
  };
}

/** Whether the user signed out during this request. */
export function isEndedMeanwhile({ deps, ended }: JwtParts, token: string, now: number): boolean {
  return deps.jwt.encode ? ended.hasSince(token, now) : ended.has(token, now);
}

/** The id of the session's user. */
export function subjectOf(claims: JWT | undefined): string | null {
  const subject: unknown = claims?.sub;
  return typeof subject === "string" && subject !== "" ? subject : null;
}

export function keptSession(claims: JWT, facts: SessionFacts): KeptSession {
  return { facts, userId: subjectOf(claims) };
}
