import type { JWT } from "../../types/jwt.js";
import type { Facts } from "../../types/session-hooks.js";
import { isRecord } from "../values/json.js";

/** What is known about one session besides its user. Never changes. */
export interface SessionFacts {
  /** The session's id. It isn't the token, so knowing it doesn't sign anyone in. */
  readonly sid: string;
  /** When the user signed in, in seconds since 1970. */
  readonly authTime: number;
  /** The provider's id and type. */
  readonly provider?: string | undefined;
  readonly method?: string | undefined;
  /** A hash of the provider's session id, if it sent one. */
  readonly atProvider?: string | undefined;
  /**
   * Set if nobody had proven the user's address when the session began: what `unproven.ts` needs to find out
   * whether someone has.
   */
  readonly unproven?: string | undefined;
  /** The session ends with the browser. */
  readonly untilClosed?: boolean | undefined;
  /** The user proved two factors to start it. */
  readonly bothFactors?: boolean | undefined;
  /** The session is older than its facts: `authTime` is when it was last issued, not when the user signed in. */
  readonly adopted?: boolean | undefined;
  /** Data of plugins, by plugin. */
  readonly plugins?: Readonly<Record<string, Facts>> | undefined;
}

/** When the user signed in, in seconds since 1970; undefined if unknown. */
export function signInTime(facts: SessionFacts | undefined): number | undefined {
  return facts?.adopted ? undefined : facts?.authTime;
}

/** The token's claim with the facts. Changes by callbacks are ignored. */
const claimName = "latchkey";

const sidForm = /^[\w-]{22}$/;

export function factsOf(claims: JWT): SessionFacts | undefined {
  const claim = claims[claimName];
  if (!isRecord(claim)) return undefined;
  const { sid, authTime, provider, method, atProvider, plugins, unproven } = claim;
  if (typeof sid !== "string" || !sidForm.test(sid)) return undefined;
  if (typeof authTime !== "number" || !Number.isFinite(authTime)) return undefined;
  return {
    sid,
    authTime,
    ...textMember("provider", provider),
    ...textMember("method", method),
    ...textMember("atProvider", atProvider),
    ...textMember("unproven", unproven),
    ...flagMember("untilClosed", claim),
    ...flagMember("bothFactors", claim),
    ...flagMember("adopted", claim),
    ...(isRecord(plugins) && { plugins: pluginFacts(plugins) }),
  };
}

/** The facts of each plugin, without invalid ones. */
export function pluginFacts(
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Facts>> {
  const plugins: Record<string, Facts> = {};
  for (const [name, facts] of Object.entries(given)) {
    if (isRecord(facts)) plugins[name] = textsOf(facts);
  }
  return plugins;
}

function textsOf(given: Readonly<Record<string, unknown>>): Facts {
  const texts: Record<string, string> = {};
  for (const [name, text] of Object.entries(given)) {
    if (typeof text === "string") texts[name] = text;
  }
  return texts;
}

function flagMember(name: keyof SessionFacts, claim: Readonly<Record<string, unknown>>) {
  return claim[name] === true ? { [name]: true } : undefined;
}

function textMember(name: keyof SessionFacts, value: unknown) {
  return typeof value === "string" ? { [name]: value } : undefined;
}

/** The claims with these facts, whatever they contained before. */
export function withFacts(claims: JWT, facts: SessionFacts): JWT {
  return { ...claims, [claimName]: facts };
}
