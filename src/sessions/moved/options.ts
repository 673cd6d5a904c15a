import { InvalidConfiguration, type AuthError } from "../../errors.js";
import type { MovedOptions } from "../../types/moved.js";

const day = 24 * 60 * 60 * 1000;
const longest = 366 * day;
const shortestSecret = 8;

/** What is wrong with what a configuration says about the time before the move. */
export function movedProblem(moved: MovedOptions, now = Date.now()): AuthError | undefined {
  const problem = untilProblem(moved, now) ?? secretProblem(moved) ?? formProblem(moved);
  return problem === undefined ? undefined : new InvalidConfiguration(problem);
}

/** Milliseconds since 1970. */
export function endOf({ until }: MovedOptions): number {
  return until instanceof Date ? until.getTime() : Date.parse(until);
}

export function movedSecrets({ secret }: MovedOptions): readonly string[] {
  return [secret ?? []].flat().filter((text) => text !== "");
}

/** Without an end, whatever is weak about the old ways would stay for ever. */
function untilProblem(moved: MovedOptions, now: number): string | undefined {
  const end = endOf(moved);
  if (Number.isNaN(end)) {
    return '`moved.until` (AUTH_MOVED_UNTIL) must be a date such as "2027-01-31": when what was written before the move is no longer read.';
  }
  if (end - now <= longest) return undefined;
  return "`moved.until` is more than a year ahead. Choose the day on which the last session from before the move has ended.";
}

function secretProblem(moved: MovedOptions): string | undefined {
  const secrets: readonly unknown[] = movedSecrets(moved);
  const isUsable = (secret: unknown) =>
    typeof secret === "string" && secret.trim().length >= shortestSecret;
  if (secrets.every(isUsable)) return undefined;
  return `A secret in \`moved.secret\` has fewer than ${shortestSecret} characters: anybody could make sessions with it. Leave it out; people sign in again once.`;
}

function formProblem({ from, writes }: MovedOptions): string | undefined {
  const origins: readonly unknown[] = [undefined, "v4", "v5"];
  if (!origins.includes(from)) {
    return `\`moved.from\` is ${JSON.stringify(from)}. It is "v4" or "v5".`;
  }
  return writes && from !== "v4" ? '`moved.writes` is for `from: "v4"` only.' : undefined;
}
