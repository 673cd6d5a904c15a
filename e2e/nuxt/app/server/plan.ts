import type { NuxtAuthConfig } from "latchkey/nuxt";

/** What an application of the suite is made of; see test/frameworks/suite/host.ts. */
interface Plan {
  readonly config: NuxtAuthConfig;
  readonly trustsProxy?: boolean;
  readonly parsesBodies?: boolean;
}

const none: Plan = { config: { providers: [] } };

/** The tests are in this process, and say it from there. */
export function currentPlan(): Plan {
  const plan: unknown = Reflect.get(globalThis, "latchkeySuitePlan");
  return isPlan(plan) ? plan : none;
}

function isPlan(value: unknown): value is Plan {
  return typeof value === "object" && value !== null && "config" in value;
}
