import type { IDToken } from "oauth4webapi";
import { isRecord, parseObject } from "../../../json.js";
import { shown } from "../client/failure.js";
import { beganAt, type FlowRecord } from "./record.js";
import type { Caller } from "../provider/run.js";

/** How the person was to prove who they are, as the authorization request said it. */
export type Asked = Readonly<Record<string, string>>;

const names = ["max_age", "acr_values", "prompt", "claims"] as const;

/** What of an authorization request the answer has to live up to; undefined when it asks for nothing. */
export function askedIn({ searchParams }: URL): Asked | undefined {
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
 * Throws when the person did not prove who they are in the way, or as recently, as was asked for (OpenID
 * Connect Core, sections 3.1.2.1 and 3.1.3.7). Whoever carries the request to the provider can change it.
 */
export function assertAsked(
  { provider, context }: Caller,
  { asked = {}, id }: Pick<FlowRecord, "id" | "asked">,
  claims: IDToken,
): void {
  assertRecent(asked, claims, context.now - beganAt(id));
  if (provider.checksAcr) assertLevel(levelsOf(asked), claims["acr"]);
}

/** Seconds that clocks and rounding may take. */
const tolerance = 10;

/**
 * Judged by the provider's own clock, on which both times of the token are: when the request was made
 * the last proof may have been `max_age` old, and since then some time has passed.
 */
function assertRecent({ max_age, prompt }: Asked, claims: IDToken, elapsed: number): void {
  const maxAge = max_age !== undefined && /^\d{1,9}$/.test(max_age) ? Number(max_age) : undefined;
  const longest = prompt === undefined ? maxAge : 0;
  if (longest === undefined) return;
  const { auth_time, iat } = claims;
  if (auth_time === undefined) {
    // Only `max_age` makes the claim a duty of the provider.
    if (maxAge === undefined) return;
    throw new Error(
      "`max_age` was asked for, and the ID token does not tell when the person last proved who they are (`auth_time`).",
    );
  }
  if (iat - auth_time <= longest + elapsed / 1000 + tolerance) return;
  const demand = prompt === undefined ? `\`max_age=${longest}\`` : "`prompt=login`";
  throw new Error(
    `${demand} was asked for, and the person proved who they are ${iat - auth_time} seconds before the ID token was issued.`,
  );
}

function levelsOf({ acr_values, claims }: Asked): readonly string[] | undefined {
  const wanted = acr_values?.split(" ").filter((level) => level !== "");
  const essential = claims === undefined ? undefined : essentialLevels(claims);
  return essential ?? (wanted && wanted.length > 0 ? wanted : undefined);
}

/** The levels of which the parameter `claims` says that one must be reached (section 5.5.1.1). */
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
  const told = typeof acr === "string" ? shown(acr) : "none";
  throw new Error(
    `One of the levels ${shown(levels.join(" "))} was asked for (\`acr_values\`), and the ID token tells ${told} (\`acr\`). If they only choose how the provider signs people in, set \`checkAcr: false\`.`,
  );
}
