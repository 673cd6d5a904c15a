import type { SqlDatabase } from "./database.js";

/** What a migration did, in order. Without statements all was up to date. */
export interface Migration {
  statements: string[];
  /** What of the tables will not do for everybody, each in a sentence that names the column. */
  warnings: string[];
}

/** Runs what belongs together, as a whole where the database can. */
export type Change = (work: (database: SqlDatabase) => Promise<void>) => Promise<void>;
