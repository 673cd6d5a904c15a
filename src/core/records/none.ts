import type { Records } from "../../types/records.js";
import { InvalidConfiguration } from "../errors/errors.js";

const refuse = (): Promise<never> =>
  Promise.reject(
    new InvalidConfiguration(
      "A plugin uses records without declaring tables. Add them to the plugin, such as `tables: [exceptions]`.",
    ),
  );

/** The value of `records` if no plugin needs any. */
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
