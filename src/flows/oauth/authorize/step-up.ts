import { because } from "../../../core/errors/reason.js";
import type { IDToken } from "oauth4webapi";
import { isRecord, parseObject } from "../../../core/values/json.js";
import { shown } from "../client/failure.js";
import type { Caller } from "../provider/run.js";
import { beganAt, type FlowRecord } from "./record.js";

/** How the user was required to authenticate, according to the authorization request. */
export type StepUpParams = Readonly<Record<string, string>>;

const names = ["max_age", "acr_values", "prompt", "claims"] as const;

/** The requirements that the response has to meet; undefined if there are none. */
export function askedIn({ searchParams }: URL): StepUpParams | undefined {
  const asked = names.flatMap((name): [string, string][] => {
    const value = searchParams.get(name);
    return value === null || !isDemand(name, value) ? [] : [[name, value]];
  });
  return asked.length > 0 ? Object.fromEntries(asked) : undefined;
}

function isDemand(name: string, value: string): boolean {
  if (name === "prompt") return value.split(" ").includes("login");
  return name !== "claims" || essentialLevels(value) !== undefined;
}

/**
 * Throws if the user didn't authenticate as required, or not recently enough (OpenID Connect Core, sections
 * 3.1.2.1 and 3.1.3.7). The browser carries the request, so it can be changed on the way.
 */
export function assertAsked(
  { provider, context }: Caller,
  { asked = {}, id }: Pick<FlowRecord, "id" | "asked">,
  claims: IDToken,
): void {
  assertRecent(asked, claims, context.now - beganAt(id));
  if (provider.checksAcr) assertLevel(levelsOf(asked), claims["acr"]);
}

/** Seconds of tolerance for clocks and rounding. */
const tolerance = 10;

/**
 * Compares the token's two times, which are both on the provider's clock: when the request was made, the last
 * authentication may have been `max_age` old, and since then some time has passed.
 */
function assertRecent({ max_age, prompt }: StepUpParams, claims: IDToken, elapsed: number): void {
  const maxAge = max_age !== undefined && /^\d{1,9}$/.test(max_age) ? Number(max_age) : undefined;
  const longest = prompt === undefined ? maxAge : 0;
  if (longest === undefined) return;
  const { auth_time, iat } = claims;
  if (auth_time === undefined) {
    // Only `max_age` makes the claim mandatory.
    if (maxAge === undefined) return;
    const message = "`max_age` was requested, but the ID token lacks `auth_time`.";
    throw because("claim-missing", new Error(message));
  }
  if (iat - auth_time <= longest + elapsed / 1000 + tolerance) return;
  const demand = prompt === undefined ? `\`max_age=${longest}\`` : "`prompt=login`";
  throw new Error(
    `${demand} was requested, but the user authenticated ${iat - auth_time} seconds before the ID token was issued.`,
  );
}

function levelsOf({ acr_values, claims }: StepUpParams): readonly string[] | undefined {
  const wanted = acr_values?.split(" ").filter((level) => level !== "");
  const essential = claims === undefined ? undefined : essentialLevels(claims);
  return essential ?? (wanted && wanted.length > 0 ? wanted : undefined);
}

/** The levels of which the parameter `claims` requires one (section 5.5.1.1). */
function essentialLevels(parameter: string): readonly string[] | undefined {
  const idToken = parseObject(parameter)?.["id_token"];
  const acr = isRecord(idToken) ? idToken["acr"] : undefined;
  if (!isRecord(acr) || acr["essential"] !== true) return undefined;
  const levels: unknown[] = [acr["values"] ?? acr["value"] ?? []].flat();
  return levels.filter((level) => typeof level === "string");
}

function assertLevel(levels: readonly string[] | undefined, acr: unknown): void {
  if (levels === undefined) return;
  if (typeof acr === "string" && (levels.length === 0 || levels.includes(acr))) return;
  const told =
    typeof acr === "string" ? `the ID token has ${shown(acr)}` : "the ID token has no level";
  throw new Error(
    `\`acr_values\` requests one of ${shown(levels.join(" "))}, but ${told} as \`acr\`. If the values are only hints for the provider, set \`checkAcr: false\`.`,
  );
}
