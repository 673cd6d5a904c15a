import { TanStackStartAuth } from "latchkey/tanstack-start";
import { currentPlan } from "./plan.js";

export const auth = TanStackStartAuth(() => {
  const { config, trustsProxy = false } = currentPlan();
  return { ...config, trustProxy: trustsProxy };
});
