import { assertPercentEncoding } from "./body.js";
import { Fields } from "./fields.js";
import { tooLong } from "./request-problem.js";
import { assertWholeTexts } from "./text.js";

const longestAddress = 64 * 1024;

/** Parses the fields of a URL. Throws 400 or 414 if it can't. */
export function readQuery(url: URL): Fields {
  if (url.pathname.length + url.search.length > longestAddress) throw tooLong();
  // Most URLs have none, and this runs at every request.
  if (url.search === "") return Fields.none;
  assertPercentEncoding(url.search);
  assertWholeTexts(url.searchParams);
  return Fields.fromPairs(url.searchParams);
}
