// The install line of each page on moving here, in an empty folder, with the versions that the registry has today. The
// page's files are compiled there, strictly, and all that they import is loaded.
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

/** What any application in TypeScript has. */
const tools = ["typescript", "@types/node", "@types/express"];

/** What the application on a page has already. */
const had = {
  passport: {
    packages: ["passport", "express-session", "@types/passport", "@types/express-session"],
    files: {
      "former.ts": `import type { RequestHandler } from "express";
import session from "express-session";
export { default as passport } from "passport";
declare global {
  namespace Express {
    interface User { id: string; name: string; email: string }
  }
}
export const findPerson = (username: unknown, password: unknown) =>
  username === "ada" && password === "pw" ? { id: "1", name: "Ada", email: "ada@example.org" } : null;
export const formerSession: RequestHandler = session({ secret: "the old secret" });
`,
    },
  },
};

const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  ...{ noPropertyAccessFromIndexSignature: true, module: "nodenext", target: "es2023" },
  // What the declarations of other packages lack is theirs.
  ...{ types: ["node"], skipLibCheck: true, noEmit: true },
};

/** The files of a page, by the name in their first line. */
const filesOn = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^```ts\n(\/\/ (\S+)\n[^]*?)^```$/gm)].map(([, code, name]) => [name, code]),
  );

/** The packages that the code of a page imports. Files of the application itself begin with a dot. */
const importsOn = (text) => {
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);
  const names = blocks.flatMap((code) =>
    [...code.matchAll(/^import (?!type)[^"]*"([^".][^"]*)";$/gm)].map(([, name]) => name),
  );
  return [...new Set(names)];
};

describe("the install line of a page", () => {
  it.each(pages)("%s: everything that its code needs is there", async (name) => {
    const text = await readFile(join(docs, `moving-from-${name}.md`), "utf8");
    const packages = packagesOn(text);
    expect(packages).toContain("latchkey");
    const folder = await mkdtemp(join(tmpdir(), "latchkey-install-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { packages: own = [], files: theirs = {} } = had[name] ?? {};
    const files = {
      ...filesOn(text),
      ...theirs,
      "package.json": '{ "private": true, "type": "module" }',
      "tsconfig.json": JSON.stringify({ compilerOptions }),
    };
    for (const [path, code] of Object.entries(files)) await writeFile(join(folder, path), code);
    const tarball = await pack();
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    const given = packages.map((one) => (one === "latchkey" ? tarball : one));
    await execute("npm", ["install", ...flags, ...given, ...own, ...tools], { cwd: folder });
    await execute(join(folder, "node_modules/.bin/tsc"), [], { cwd: folder });
    const loads = importsOn(text).map((one) => `await import(${JSON.stringify(one)});`);
    expect(loads.length).toBeGreaterThan(1);
    await writeFile(join(folder, "load.mjs"), `${loads.join("\n")}\nprocess.exit(0);\n`);
    await execute(process.execPath, ["load.mjs"], { cwd: folder });
  });
});
