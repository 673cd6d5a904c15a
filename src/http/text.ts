import { isRecord } from "../json.js";
import { isWholeText } from "../text.js";
import { badRequest } from "./problem.js";

/** Targets have a rule of their own, by which bad ones are passed over. */
const judgedElsewhere = "callbackUrl";

/** Throws a 400 for a name or a value that is no whole text. */
export function assertWholeTexts(pairs: Iterable<readonly [string, unknown]>): void {
  for (const [name, value] of pairs) {
    if (name === judgedElsewhere) continue;
    if (isWholeText(name) && isWhole(value)) continue;
    throw badRequest(
      "The request holds a character that is none: NUL, or half of a surrogate pair.",
    );
  }
}

/** Values of JSON may be nested; how deeply was judged before. */
function isWhole(value: unknown): boolean {
  if (typeof value === "string") return isWholeText(value);
  if (Array.isArray(value)) return value.every(isWhole);
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([name, item]) => isWholeText(name) && isWhole(item));
}
