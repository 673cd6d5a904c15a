import type { Command } from "../command.js";
import {
  databaseOptions,
  databaseUsage,
  dialectNamed,
  layoutOf,
  loadSql,
  urlOf,
} from "../database.js";
import { readEnvironment } from "../environment.js";
import { declaredIn } from "../declared-tables.js";

/** `latchkey schema`: prints the SQL that creates the tables. */
export const schema: Command = {
  usage: `Usage: latchkey schema [options]

Prints the SQL that creates the tables, those of the configuration's providers and plugins included, for your own tool.
.env.local and .env are read.

Options
${databaseUsage}
  --dialect <name>     sqlite, postgres or mysql (default: as the URL says)`,
  options: { ...databaseOptions, dialect: { type: "string" } },
  async run(given, world) {
    readEnvironment(world.folder);
    const dialect = dialectNamed(given.text("dialect") ?? schemeOf(urlOf(given, world)));
    const adapter = await loadSql();
    const sql = adapter
      .schema(dialect, {
        layout: layoutOf(given),
        ...(await declaredIn(given, world)),
      })
      .trimEnd();
    world.print(given.flag("json") ? JSON.stringify({ dialect, sql }, null, 2) : sql);
    return 0;
  },
};

const schemeOf = (url: string): string => url.split(":", 1)[0] ?? "";
