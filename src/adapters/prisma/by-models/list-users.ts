import { isWholeText } from "../../../core/values/text.js";
import type { AdapterUser, UserQuery } from "../../../types/adapter.js";
import type { Row } from "../../rows/convert.js";
import { readUser } from "../../rows/read.js";
import type { ModelContext } from "./context.js";
import type { ModelTable } from "./table.js";

/** Rows read at a time where only some of them are what is searched for. */
const scanned = 200;

/** Users ordered by id. A search reads the whole table. */
export function userLister({ collated }: ModelContext, users: () => ModelTable) {
  return async ({ after, limit, search = "" }: UserQuery): Promise<AdapterUser[]> => {
    if (!isWholeText(search)) return [];
    const most = Math.max(1, Math.trunc(limit) || 1);
    const text = search.toLowerCase();
    const isFound = ({ email, name }: Row) =>
      [email, name].some((one) => typeof one === "string" && one.toLowerCase().includes(text));
    const found: Row[] = [];
    for (let from = after; found.length < most;) {
      const size = search === "" ? most : Math.max(most, scanned);
      const page = { by: "id", limit: size, filter: filterFor(search, collated) };
      const rows = await users().page({}, { ...page, after: from });
      found.push(...(search === "" ? rows : rows.filter(isFound)));
      const last = rows.at(-1);
      if (rows.length < size || last === undefined) break;
      from = String(last["id"]);
    }
    return found.slice(0, most).map(readUser);
  };
}

/**
 * A condition that everything searched for meets. Prisma doesn't escape the wildcards of LIKE, so it
 * is about the longest part without any.
 */
function filterFor(search: string, collated: boolean): object | undefined {
  const [part = ""] = search.split(/[%_\\[\]^]/).toSorted((a, b) => b.length - a.length);
  if (part === "") return undefined;
  // SQL Server has no such mode: its collation decides, and ignores case by default.
  const contains = { contains: part, ...(!collated && { mode: "insensitive" }) };
  return { OR: [{ email: contains }, { name: contains }] };
}
