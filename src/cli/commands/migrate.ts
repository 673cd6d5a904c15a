import type { Command } from "../command.js";
import { databaseOptions, databaseUsage, layoutOf, loadSql, urlOf } from "../database.js";
import { declaredIn } from "../declared-tables.js";
import { readEnvironment } from "../environment.js";

/** `latchkey migrate`: creates the tables, or adds what is missing. */
export const migrate: Command = {
  usage: `Usage: latchkey migrate [options]

Creates the tables, including those of the configured providers and plugins, or adds what is missing. It's safe to run again, and
by several processes at once. .env.local and .env are read.

Options
${databaseUsage}
  --dry-run            print what would be done without doing it`,
  options: { ...databaseOptions, "dry-run": { type: "boolean" } },
  async run(given, terminal) {
    readEnvironment(terminal.folder);
    const url = urlOf(given, terminal);
    const declared = await declaredIn(given, terminal);
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
        terminal.print(JSON.stringify({ done: !dryRun, statements, warnings }, null, 2));
        return 0;
      }
      for (const warning of warnings) terminal.printError(`latchkey: warning: ${warning}`);
      for (const statement of statements) terminal.print(`${statement};`);
      terminal.print(summary(statements.length, dryRun));
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
