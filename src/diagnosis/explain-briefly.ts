import type { Explanation } from "../types/explanation.js";
import { referenceOf } from "./reference.js";

export { messageOf } from "./message.js";

/** For bundles of edge functions, where every kilobyte counts: the error's own message says what is wrong. */
export function explain(code: string, error: Error): Explanation {
  const cure = `Look up ${code} in Latchkey's documentation of errors.`;
  return { code, reference: referenceOf(error), cause: "Bundles for the edge don't say.", cure };
}
