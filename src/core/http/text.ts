import { isRecord } from "../values/json.js";
import { isWholeText } from "../values/text.js";
import { badRequest } from "./request-problem.js";

/** Redirect targets have their own rule: bad ones are ignored. */
const judgedElsewhere = "callbackUrl";

/** Throws a 400 for a name or value that isn't well-formed. */
export function assertWholeTexts(pairs: Iterable<readonly [string, unknown]>): void {
  for (const [name, value] of pairs) {
    if (name === judgedElsewhere) continue;
    if (isWholeText(name) && isWhole(value)) continue;
    throw badRequest("The request contains an invalid character: NUL, or an unpaired surrogate.");
  }
}

/** JSON values may be nested; the depth was checked before. */
function isWhole(value: unknown): boolean {
  if (typeof value === "string") return isWholeText(value);
  if (Array.isArray(value)) return value.every(isWhole);
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([name, item]) => isWholeText(name) && isWhole(item));
}
