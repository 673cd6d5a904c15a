// The install line of each page on moving here, in an empty folder, with the versions that the registry has today.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { pack } from "../../../test/package/packed.ts";

const execute = promisify(execFile);
const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));
const pages = ["better-auth", "lucia", "passport", "iron-session", "clerk"];

/** The packages that a page says to install. */
const packagesOn = (text) => /^npm install (.+)$/m.exec(text)?.[1].split(" ") ?? [];

/** The packages that the code of a page imports. Files of the application itself begin with a dot. */
const importsOn = (text) => {
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);
  const names = blocks.flatMap((code) =>
    [...code.matchAll(/^import (?!type)[^"]*"([^".][^"]*)";$/gm)].map(([, name]) => name),
  );
  return [...new Set(names)];
};

describe("the install line of a page", () => {
  it.each(pages)("%s: everything that its code imports is there", async (name) => {
    const text = await readFile(join(docs, `moving-from-${name}.md`), "utf8");
    const packages = packagesOn(text);
    expect(packages).toContain("latchkey");
    const folder = await mkdtemp(join(tmpdir(), "latchkey-install-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const tarball = await pack();
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    const given = packages.map((one) => (one === "latchkey" ? tarball : one));
    await execute("npm", ["install", ...flags, ...given], { cwd: folder });
    const loads = importsOn(text).map((one) => `await import(${JSON.stringify(one)});`);
    expect(loads.length).toBeGreaterThan(1);
    await writeFile(join(folder, "load.mjs"), `${loads.join("\n")}\nprocess.exit(0);\n`);
    await execute(process.execPath, ["load.mjs"], { cwd: folder });
  });
});
