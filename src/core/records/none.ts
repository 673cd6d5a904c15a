import { InvalidConfiguration } from "../../errors.js";
import type { Records } from "../records.js";

const refuse = (): Promise<never> =>
  Promise.reject(
    new InvalidConfiguration(
      "A plugin uses records and doesn't declare it. Add its tables to the plugin: `tables: [exceptions]`.",
    ),
  );

/** What `records` is where no plugin needs any. */
export const noRecords: Records = {
  get: refuse,
  find: refuse,
  count: refuse,
  insert: refuse,
  update: refuse,
  remove: refuse,
  all: refuse,
  sweep: refuse,
};
