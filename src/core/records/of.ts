import type { Records, RecordStore } from "../../types/records.js";
import { MissingAdapter } from "../errors/errors.js";
import { recordsOn } from "./facade.js";

interface HasRecords {
  readonly records?: RecordStore;
}

const known = new WeakMap<RecordStore, Records>();

/** The adapter's records. Throws an error that names the line to write if it has none. */
export function recordsOf(adapter: HasRecords | null | undefined, why: string): Records {
  const store = adapter?.records;
  if (!store) throw missingRecords(adapter ? "records" : "adapter", why);
  const found = known.get(store) ?? recordsOn(store);
  known.set(store, found);
  return found;
}

/** Names the line to write if there's no adapter, or one without records. */
export function missingRecords(lacking: "adapter" | "records", why: string): MissingAdapter {
  return new MissingAdapter(
    lacking === "adapter" ? added(why) : `The adapter has no \`records\` ${why}. ${completion}`,
  );
}

const added = (why: string): string =>
  `There is no adapter ${why}. Add one: \`adapter: SqlAdapter(await connect(process.env.DATABASE_URL))\` ` +
  "from latchkey/adapters/sql.";

/** The line that adds records to an adapter. */
export const completion =
  "Complete it with one that has them: `adapter: extend(yourAdapter, SqlAdapter(await connect(process.env.DATABASE_URL)))`, with `extend` from latchkey/adapters/extend.";
