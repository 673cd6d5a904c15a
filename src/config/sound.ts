import type { AuthConfig } from "../types/config.js";
import type { CheckedConfig } from "./checked.js";
import { findWeakness } from "./weakness.js";

/**
 * Whether nothing can be wrong with a configuration, as far as it can be seen without asking the adapter.
 * Most are like that; what is not is looked at in full by `check.ts`, which also knows what to say, and is
 * loaded only then.
 */
export function isSound(config: AuthConfig, checked: CheckedConfig): boolean {
  const { strategy, hasAdapter, flows, secrets, production } = checked;
  return (
    secrets.length > 0 &&
    !(production && findWeakness(checked)) &&
    (strategy === "jwt" || (strategy === "database" && hasAdapter)) &&
    config.cookies === undefined &&
    config.trustedOrigins === undefined &&
    checked.linking === undefined &&
    flows.every(
      (flow) =>
        !flow.conditional &&
        !flow.experimental &&
        !(production && flow.page) &&
        (hasAdapter || !flow.adapterMethods),
    ) &&
    areDistinct(flows.map(({ id }) => id)) &&
    numbersOf(config).every(isSafe)
  );
}

function areDistinct(ids: readonly string[]): boolean {
  const plain = new Set(ids.map((id) => (typeof id === "string" ? id.toLowerCase() : "")));
  return plain.size === ids.length && [...plain].every((id) => /^[a-z\d-]+$/.test(id));
}

/** All that `numbers.ts` looks at. */
function numbersOf({ session, jwt, timeout }: AuthConfig): readonly unknown[] {
  const { maxAge, updateAge, maxCookieSize } = session ?? {};
  return [maxAge, updateAge, maxCookieSize, jwt?.maxAge, timeout];
}

const safest = 2 ** 31 - 1;

/** Good for any of them; zero is for some. */
function isSafe(value: unknown): boolean {
  return value === undefined || (typeof value === "number" && value > 0 && value <= safest);
}
