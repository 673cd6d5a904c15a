import type { NuxtAuthConfig } from "latchkey/nuxt";
import { currentPlan } from "./plan";

export default (): NuxtAuthConfig => {
  const { config, trustsProxy = false } = currentPlan();
  return { ...config, trustProxy: trustsProxy };
};
