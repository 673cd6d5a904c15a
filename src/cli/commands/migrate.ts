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
  async run(call) {
    readEnvironment(call.folder);
    const url = urlOf(call);
    const declared = await declaredIn(call);
    const adapter = await loadSql();
    const database = await adapter.connect(url);
    try {
      const dryRun = call.flag("dry-run");
      const options = { ...declared, layout: layoutOf(call), dryRun };
      const { statements, warnings } = await adapter.migrate(database, options);
      for (const warning of call.flag("json") ? [] : warnings) {
        call.printError(`latchkey: warning: ${warning}`);
      }
      call.show({ done: !dryRun, statements, warnings }, [
        ...statements.map((statement) => `${statement};`),
        summary(statements.length, dryRun),
      ]);
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
