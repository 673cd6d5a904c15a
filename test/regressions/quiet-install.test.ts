import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const run = promisify(execFile);

it("`npm ci` prints no warning about the version of Node.js", { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "quiet-install-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ["package.json", "package-lock.json", ".npmrc", "tools/package.json"]) {
    await cp(join(root, name), join(folder, name));
  }
  const dry = ["ci", "--dry-run", "--offline", "--ignore-scripts"];
  expect((await run("npm", dry, { cwd: folder })).stderr).toBe("");
});
