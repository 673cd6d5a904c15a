import type { AuthConfig } from "../auth-config.js";
import type { CheckedConfig } from "./checked.js";
import { findWeakness } from "./weakness.js";

/**
 * Whether a configuration is certainly valid, as far as can be seen without calling the adapter. Most are.
 * The others are checked in full by `check.ts`, which has the messages and is loaded only then.
 */
export function isQuicklyValid(config: AuthConfig, checked: CheckedConfig): boolean {
  const { strategy, hasAdapter, flows, secrets, production } = checked;
  return (
    secrets.length > 0 &&
    !(production && findWeakness(checked)) &&
    (strategy === "jwt" || (strategy === "database" && hasAdapter)) &&
    config.cookies === undefined &&
    config.trustedOrigins === undefined &&
    !("tenant" in config) &&
    checked.linking === undefined &&
    flows.every(
      (flow) =>
        !flow.conditional && !(production && flow.page) && (hasAdapter || !flow.adapterMethods),
    ) &&
    areDistinct(flows.map(({ id }) => id)) &&
    numbersOf(config).every(isSafe)
  );
}

function areDistinct(ids: readonly string[]): boolean {
  const plain = new Set(ids.map((id) => (typeof id === "string" ? id.toLowerCase() : "")));
  return plain.size === ids.length && [...plain].every((id) => /^[a-z\d-]+$/.test(id));
}

/** Every number that `numbers.ts` checks. */
function numbersOf({ session, jwt, timeout }: AuthConfig): readonly unknown[] {
  const { maxAge, updateAge, maxCookieSize } = session ?? {};
  return [maxAge, updateAge, maxCookieSize, jwt?.maxAge, timeout];
}

const safest = 2 ** 31 - 1;

/** Valid for each of them; some also accept zero. */
function isSafe(value: unknown): boolean {
  return value === undefined || (typeof value === "number" && value > 0 && value <= safest);
}
