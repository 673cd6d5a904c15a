import type { Runtime } from "../../core/plugin.js";
import { partsOf } from "../../core/plugins/runtime.js";
import type { Finding } from "../../types/finding.js";
import type { TwoFactorOptions } from "./options.js";

/**
 * Reports ids in `except` that no provider has: users of the intended provider would be asked for a
 * second factor.
 */
export function examine(runtime: Runtime, { except = [] }: TwoFactorOptions): readonly Finding[] {
  if (except.length === 0) return [];
  const { flows } = partsOf(runtime);
  const unknown = except.filter((id) => !flows.has(id));
  if (unknown.length === 0) return [];
  return [
    {
      level: "warning",
      code: "weak-two-factor-except",
      about: "two-factor",
      message: `\`except\` of \`twoFactor\` names providers that don't exist: ${unknown.join(", ")}. A provider added later under such an id would skip the second factor.`,
      cure: `Use ids of your providers: ${[...flows.keys()].join(", ")}.`,
    },
  ];
}
