#!/usr/bin/env node
import { cwd, env, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { main } from "./main.js";
import type { Terminal } from "./command.js";

const status = await main(process.argv.slice(2), processTerminal());
// A configuration may have opened connections, which would keep this process alive. The output is
// flushed first.
process.stdout.write("", () => process.stderr.write("", () => process.exit(status)));

function processTerminal(): Terminal {
  return {
    env,
    folder: cwd(),
    isInteractive: stdin.isTTY && stdout.isTTY,
    hasColors: isColorful(),
    print: (line) => stdout.write(`${line}\n`),
    printError: (line) => stderr.write(`${line}\n`),
    async ask(question) {
      const lines = createInterface({ input: stdin, output: stdout });
      try {
        return (await lines.question(question)).trim();
      } finally {
        lines.close();
      }
    },
  };
}

/** A non-empty NO_COLOR disables colors, FORCE_COLOR enables them; otherwise terminals have them. */
function isColorful(): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0";
  return stdout.isTTY && env["TERM"] !== "dumb";
}
