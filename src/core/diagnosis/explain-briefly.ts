import type { Explanation } from "../../types/explanation.js";
import type { CoreWeakness } from "../../types/finding.js";
import { referenceOf } from "./reference.js";
import type { WeaknessText } from "./weakness-texts.js";

export { messageOf } from "./message.js";

/** For edge bundles, where every kilobyte matters: the error's own message is enough. */
export function explain(code: string, error: Error): Explanation {
  const cure = `Look up ${code} in docs/errors.md.`;
  return {
    code,
    reference: referenceOf(error),
    cause: "Explanations aren't included in edge bundles.",
    cure,
  };
}

export function weaknessText(code: CoreWeakness): WeaknessText {
  const cure = "Run `npx latchkey doctor` to see why, and what to write.";
  return { message: `The configuration is weak (${code})`, cure };
}
