import { isRecord } from "../json.js";
import type { JWT } from "../types/jwt.js";
import type { Facts } from "../types/session-hooks.js";

/** What is known of one session beside whose it is. It stays the same as long as the session lasts. */
export interface SessionFacts {
  /** Names the session. It is not the token: whoever knows it is signed in nowhere. */
  readonly sid: string;
  /** When the person signed in, in seconds since 1970. */
  readonly authTime: number;
  /** Id of the provider, and its type. */
  readonly provider?: string | undefined;
  readonly method?: string | undefined;
  /** A hash of the session at the provider, where that has a name. */
  readonly atProvider?: string | undefined;
  /** Nobody had proven the user's address when it began: the name under which `unproven.ts` marks that someone has. */
  readonly unproven?: string | undefined;
  /** It is to end with the browser. */
  readonly untilClosed?: boolean | undefined;
  /** The user proved two factors to start it. */
  readonly bothFactors?: boolean | undefined;
  /** The session is older than its facts: `authTime` is when it was last issued, not when the user signed in. */
  readonly adopted?: boolean | undefined;
  /** What plugins keep in it, by plugin. */
  readonly plugins?: Readonly<Record<string, Facts>> | undefined;
}

/** When the user signed in, in seconds since 1970; undefined if that isn't known. */
export function signInTime(facts: SessionFacts | undefined): number | undefined {
  return facts?.adopted ? undefined : facts?.authTime;
}

/** The claim of the session token that holds them. What a callback makes of it does not count. */
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

/** The facts of each plugin, without anything that is none. */
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

/** The claims with these facts in them, whatever they said before. */
export function withFacts(claims: JWT, facts: SessionFacts): JWT {
  return { ...claims, [claimName]: facts };
}
