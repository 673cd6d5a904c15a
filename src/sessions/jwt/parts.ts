import { ofSecrets } from "../../state/secrets.js";
import type { JWT } from "../../types/jwt.js";
import type { SessionDeps } from "../contract.js";
import { EndedTokens } from "../ended-tokens.js";
import type { KeptSession } from "../hooks.js";
import type { SessionFacts } from "../facts.js";
import type { Lifetime } from "../lifetime.js";
import { ReplacedTokens } from "../replaced-tokens.js";
import { createCookieGuard } from "../session-cookie.js";
import { createTokenCodec, type TokenCodec } from "../token-codec.js";

/** What JWT sessions are made of, once per configuration. */
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
    // Tokens of the application's own making may be the same for two sessions: none follows another.
    replaced: jwt.encode ? new ReplacedTokens(0) : replacedOf(deps.keys),
    ended: endedOf(deps.keys),
  };
}

/** Whether somebody signed out while this request was under way. */
export function isEndedMeanwhile({ deps, ended }: JwtParts, token: string, now: number): boolean {
  return deps.jwt.encode ? ended.hasSince(token, now) : ended.has(token, now);
}

/** Id of the user whose session it is. */
export function subjectOf(claims: JWT | undefined): string | null {
  const subject: unknown = claims?.sub;
  return typeof subject === "string" && subject !== "" ? subject : null;
}

export function keptSession(claims: JWT, facts: SessionFacts): KeptSession {
  return { facts, userId: subjectOf(claims) };
}
