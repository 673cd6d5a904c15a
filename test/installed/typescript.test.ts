import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "../cli/move-apps.js";
import { link, root } from "../package/packed.js";
import { exportedConfigurations, typescriptApp } from "./apps.js";
import { frameworkPackages, neededToImport, typedByFramework } from "./doors.js";
import { install, latchkey, newestTypeScript, run, specifier, typeErrors } from "./install.js";

const installed = await install(newestTypeScript);
const env = { AUTH_SECRET: "a secret of an installed application", AUTH_URL: "https://app.test" };

describe("a folder with the package and the newest TypeScript", () => {
  it("compiles every door but those of frameworks, declarations included", async () => {
    const doors = [...installed.doors.keys()].filter((door) => !typedByFramework.test(door));
    expect(doors).toContain("./adapters/sql");
    expect(await typeErrors(installed, doors)).toEqual([]);
  });

  it("exports a configuration whose type has a name in declarations", async () => {
    expect(await typeErrors(installed, [], { code: exportedConfigurations })).toEqual([]);
  });

  it("doctor loads a configuration in TypeScript", async () => {
    const cwd = await installed.place(typescriptApp);
    const { status, out, errors } = await latchkey(installed, ["doctor"], { cwd, env });
    expect(errors).toBe("");
    expect(out).toContain("0 errors");
    expect(status).toBe(0);
  });

  it("doctor says where a configuration isn't TypeScript at all", async () => {
    const cwd = await installed.place({ "auth.ts": "export const config = { providers: [ };\n" });
    const { status, out, errors } = await latchkey(installed, ["doctor"], { cwd, env });
    expect(errors).toBe("");
    expect(out).toMatch(/auth\.ts couldn't be loaded: .*\(1:38\)/);
    expect(status).toBe(1);
  });

  it("move rewrites an application", async () => {
    const cwd = await installed.place(apps["v4, Pages Router"] ?? {});
    const { status, errors } = await latchkey(installed, ["move"], { cwd });
    expect(errors).toBe("");
    expect(status).toBe(0);
    const code = await readFile(join(cwd, "pages/api/auth/[...nextauth].ts"), "utf8");
    expect(code).toContain('from "latchkey/v4"');
    expect(code).toContain("writes: true");
  });
});

describe("a folder with frameworks, too", () => {
  const doors = [...installed.doors.keys()].filter((door) => typedByFramework.test(door));

  // The repository's own: installing all of them again would take minutes.
  beforeAll(async () => {
    for (const name of frameworkPackages) await link(installed.folder, name);
    await link(installed.folder, "next", join(root, "examples/next"));
  });

  it("compiles every framework's door, declarations included", async () => {
    expect(doors.length).toBeGreaterThan(12);
    expect(await typeErrors(installed, doors, { types: ["node"] })).toEqual([]);
  });

  it("imports every framework's door", async () => {
    const others = Object.keys(neededToImport).filter((door) => neededToImport[door] !== "kysely");
    const imports = [...new Set([...doors, ...others])].map(
      (door) => `await import("${specifier(door)}");`,
    );
    const args = ["--input-type=module", "-e", imports.join("\n")];
    const { status, errors } = await run(process.execPath, args, { cwd: installed.folder });
    expect(errors).toBe("");
    expect(status).toBe(0);
  });
});
