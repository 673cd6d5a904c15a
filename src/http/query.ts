import { assertPercentEncoding } from "./body.js";
import { Fields } from "./fields.js";
import { tooLong } from "./problem.js";
import { assertWholeTexts } from "./text.js";

const longestAddress = 64 * 1024;

/** The fields of an address. Throws 400 or 414 for what it can not read. */
export function readQuery(url: URL): Fields {
  if (url.pathname.length + url.search.length > longestAddress) throw tooLong();
  // Most addresses have none, and this runs at every request.
  if (url.search === "") return Fields.none;
  assertPercentEncoding(url.search);
  assertWholeTexts(url.searchParams);
  return Fields.fromPairs(url.searchParams);
}
