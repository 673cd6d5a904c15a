import { cwd, env, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import type { Surroundings } from "./command.js";

/** The world of this process. */
export function surroundings(): Surroundings {
  return {
    env,
    folder: cwd(),
    isInteractive: stdin.isTTY && stdout.isTTY,
    hasColours: isColourful(),
    print: (line) => stdout.write(`${line}\n`),
    complain: (line) => stderr.write(`${line}\n`),
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

/** A set NO_COLOR that is not empty turns colours off, FORCE_COLOR on; else a terminal has them. */
function isColourful(): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0";
  return stdout.isTTY && env["TERM"] !== "dumb";
}
