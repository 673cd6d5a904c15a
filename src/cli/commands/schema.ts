import type { Command } from "../command.js";
import {
  databaseOptions,
  databaseUsage,
  dialectNamed,
  layoutOf,
  loadSql,
  urlOf,
} from "../database.js";

/** `latchkey schema`: prints the SQL that creates the tables. */
export const schema: Command = {
  usage: `Usage: latchkey schema [options]

Prints the SQL that creates the tables, for your own tool.

Options
${databaseUsage}
  --dialect <name>     sqlite, postgres or mysql (default: as the URL says)`,
  options: { ...databaseOptions, dialect: { type: "string" } },
  async run(given, world) {
    const dialect = dialectNamed(given.text("dialect") ?? schemeOf(urlOf(given, world)));
    const adapter = await loadSql();
    const sql = adapter
      .schema(dialect, {
        layout: layoutOf(given),
        secondStep: given.flag("second-step"),
        passkeyNotes: given.flag("passkey-notes"),
      })
      .trimEnd();
    world.print(given.flag("json") ? JSON.stringify({ dialect, sql }, null, 2) : sql);
    return 0;
  },
};

const schemeOf = (url: string): string => url.split(":", 1)[0] ?? "";
