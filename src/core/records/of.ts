import { MissingAdapter } from "../../errors.js";
import type { Records, RecordStore } from "../records.js";
import { recordsOn } from "./facade.js";

interface HasRecords {
  readonly records?: RecordStore;
}

const known = new WeakMap<RecordStore, Records>();

/** The records that an adapter keeps. Throws an error that names the line to write when it keeps none. */
export function recordsOf(adapter: HasRecords | null | undefined, why: string): Records {
  const store = adapter?.records;
  if (!store) throw missingRecords(adapter ? "records" : "adapter", why);
  const found = known.get(store) ?? recordsOn(store);
  known.set(store, found);
  return found;
}

/** Names the line to write where there is no adapter, or one without records. */
export function missingRecords(lacking: "adapter" | "records", why: string): MissingAdapter {
  return new MissingAdapter(
    lacking === "adapter" ? added(why) : `The adapter has no \`records\` ${why}. ${completion}`,
  );
}

const added = (why: string): string =>
  `There is no adapter ${why}. Add one: \`adapter: SqlAdapter(await connect(process.env.DATABASE_URL))\` ` +
  "from latchkey/adapters/sql.";

/** The line that gives an adapter records. */
export const completion =
  "Complete it with one that has them: `adapter: extend(yourAdapter, SqlAdapter(await connect(process.env.DATABASE_URL)))`, with `extend` from latchkey/adapters/extend.";
