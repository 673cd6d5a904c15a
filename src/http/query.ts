import { assertPercentEncoding } from "./body.js";
import { Fields } from "./fields.js";
import { tooLong } from "./problem.js";

const longestQuery = 64 * 1024;

/** The fields of an address. Throws 400 or 414 for what it can not read. */
export function readQuery(url: URL): Fields {
  if (url.search.length > longestQuery) throw tooLong();
  assertPercentEncoding(url.search);
  return Fields.fromPairs(url.searchParams);
}
