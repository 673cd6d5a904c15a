import type { Table } from "../records.js";
import type { keeperOf } from "./keep.js";

/** Keeps tables. Plugins and flows that have some bring it along: it's in no bundle without one. */
export const lazyKeeper = async (tables: readonly Table[]): Promise<ReturnType<typeof keeperOf>> =>
  (await import("./keep.js")).keeperOf(tables);
