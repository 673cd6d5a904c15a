import type { AppPlan } from "../../suite/host.js";

/** What the test that runs wants: the application is built once for all. */
export function currentPlan(): AppPlan {
  const plan: unknown = Reflect.get(globalThis, "latchkeySuitePlan");
  if (isPlan(plan)) return plan;
  throw new Error("No test runs.");
}

function isPlan(value: unknown): value is AppPlan {
  return typeof value === "object" && value !== null && "config" in value;
}
