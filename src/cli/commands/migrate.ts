import type { Command } from "../command.js";
import { databaseOptions, databaseUsage, layoutOf, loadSql, urlOf } from "../database.js";
import { readEnvironment } from "../environment.js";
import { declaredIn } from "../declared-tables.js";

/** `latchkey migrate`: creates the tables, or adds what they lack. */
export const migrate: Command = {
  usage: `Usage: latchkey migrate [options]

Creates the tables, those of the configuration's providers and plugins included, or adds what they lack. It can be run again, and
by several processes at once. .env.local and .env are read.

Options
${databaseUsage}
  --dry-run            print what would be done, and do nothing`,
  options: { ...databaseOptions, "dry-run": { type: "boolean" } },
  async run(given, world) {
    readEnvironment(world.folder);
    const url = urlOf(given, world);
    const declared = await declaredIn(given, world);
    const adapter = await loadSql();
    const database = await adapter.connect(url);
    try {
      const dryRun = given.flag("dry-run");
      const layout = layoutOf(given);
      const { statements, warnings } = await adapter.migrate(database, {
        ...declared,
        layout,
        dryRun,
      });
      if (given.flag("json")) {
        world.print(JSON.stringify({ done: !dryRun, statements, warnings }, null, 2));
        return 0;
      }
      for (const warning of warnings) world.complain(`latchkey: warning: ${warning}`);
      for (const statement of statements) world.print(`${statement};`);
      world.print(summary(statements.length, dryRun));
      return 0;
    } finally {
      await database.destroy();
    }
  },
};

function summary(count: number, dryRun: boolean): string {
  if (count === 0) return "-- Up to date: nothing to do.";
  const statements = `${count} ${count === 1 ? "statement" : "statements"}`;
  return dryRun ? `-- Not run: ${statements}.` : `-- Done: ${statements}.`;
}
