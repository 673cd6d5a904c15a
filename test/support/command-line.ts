import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { bundleSources } from "./bundle-sources.js";

/** How a command ended, and what it said. */
export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

let program: Promise<string> | undefined;

/** Runs the command `latchkey`, in a process of its own. */
export async function latchkey(
  args: readonly string[],
  options: { cwd: string; env: Record<string, string | undefined> },
): Promise<Ran> {
  program ??= bundleSources(
    new URL("../../src/cli/latchkey.ts", import.meta.url),
    "bundled-command",
  );
  const run = promisify(execFile)(process.execPath, [await program, ...args], options);
  return run.then(
    ({ stdout, stderr }) => ({ status: 0, out: stdout, errors: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      out: error.stdout,
      errors: error.stderr,
    }),
  );
}
