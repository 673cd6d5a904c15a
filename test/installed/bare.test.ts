import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/main.js";
import { manifestField, manifestIn } from "../package/packed.js";
import { apps } from "../cli/move-apps.js";
import { typescriptApp } from "./apps.js";
import { neededToImport } from "./doors.js";
import { install, latchkey, run, specifier } from "./install.js";

const installed = await install();
const env = { AUTH_SECRET: "a secret of an installed application", AUTH_URL: "https://app.test" };
const names = Object.keys(commands);

describe("a folder with the package and nothing else", () => {
  it("was made without a warning of npm", () => {
    expect(installed.warnings).toEqual([]);
  });

  it("imports every door, or is told which package to install", async () => {
    const doors = [...installed.doors.keys()];
    expect(doors.length).toBeGreaterThan(100);
    const script = `
      const found = {};
      for (const door of ${JSON.stringify(doors)}) {
        await import("latchkey" + door.slice(1)).catch((error) => {
          found[door] = /Cannot find package '([^']+)'/.exec(error.message)?.[1] ?? error.message;
        });
      }
      console.log(JSON.stringify(found));`;
    const args = ["--input-type=module", "-e", script];
    const { out, errors } = await run(process.execPath, args, { cwd: installed.folder });
    expect(errors).toBe("");
    expect(JSON.parse(out)).toEqual(neededToImport);
  });

  it("resolves every key of exports", async () => {
    const keys = Object.entries(await manifestField("exports"))
      .filter(([key, target]) => !key.includes("*") && target !== null)
      .map(([key]) => specifier(key));
    const script = `for (const key of ${JSON.stringify(keys)}) require.resolve(key);`;
    const args = ["--input-type=commonjs", "-e", script];
    expect(await run(process.execPath, args, { cwd: installed.folder })).toMatchObject({
      status: 0,
      errors: "",
    });
  });
});

describe("the installed command", () => {
  it("is found by npx", async () => {
    const { version } = await manifestIn(join(installed.folder, "node_modules/latchkey"));
    const ran = await run("npx", ["--no", "--", "latchkey", "--version"], {
      cwd: installed.folder,
    });
    expect(ran).toMatchObject({ status: 0, out: `${String(version)}\n` });
  });

  it("lists its commands, with --help and without", async () => {
    const asked = await latchkey(installed, ["--help"]);
    expect(asked.status).toBe(0);
    for (const name of names) expect(asked.out).toContain(`  ${name} `);
    expect(await latchkey(installed, [])).toMatchObject({ status: 2, out: asked.out });
  });

  it.each(names)("%s --help says how it is used, without any optional package", async (name) => {
    const { status, out, errors } = await latchkey(installed, [name, "--help"]);
    expect(errors).toBe("");
    expect(out).toMatch(new RegExp(`^Usage: latchkey ${name} (?:better-auth )?\\[options\\]`));
    expect(status).toBe(0);
  });

  it("secret prints a secret", async () => {
    const { status, out } = await latchkey(installed, ["secret"]);
    expect(status).toBe(0);
    expect(out).toMatch(/^\S{44}\n$/);
  });

  it.each([
    ["TypeScript", { "tsconfig.json": "{}" }, "auth.ts"],
    ["JavaScript", {}, "auth.js"],
  ])("init writes a file in %s that doctor can load", async (_, files, written) => {
    const manifest = { private: true, type: "module" };
    const cwd = await installed.place({ "package.json": JSON.stringify(manifest), ...files });
    const made = await latchkey(installed, ["init", "--framework", "fetch"], { cwd });
    expect(made).toMatchObject({ status: 0, errors: "" });
    expect(made.out).toContain(`Wrote ${written}`);
    const { out } = await latchkey(installed, ["doctor", "--json"], { cwd, env });
    // It was loaded: what is wrong is that nobody registered it at GitHub.
    const about = [...out.matchAll(/"level": "error",\s+"about": "([^"]+)"/g)].map(
      ([, one]) => one,
    );
    expect(about).toEqual(["provider github"]);
  });

  it("doctor loads a configuration in TypeScript where TypeScript isn't installed", async () => {
    const cwd = await installed.place(typescriptApp);
    const { status, out, errors } = await latchkey(installed, ["doctor"], { cwd, env });
    expect(errors).toBe("");
    expect(out).toContain("0 errors");
    expect(status).toBe(0);
  });

  it("doctor loads a configuration in JavaScript", async () => {
    const cwd = await installed.place({ "auth.js": "export const config = { providers: [] };" });
    const { status, out, errors } = await latchkey(installed, ["doctor"], { cwd, env });
    expect(errors).toBe("");
    expect(out).toContain("0 errors");
    expect(status).toBe(0);
  });

  it("move rewrites an application where TypeScript isn't installed", async () => {
    const cwd = await installed.place(apps["v5, App Router"] ?? {});
    const { status, out, errors } = await latchkey(installed, ["move"], { cwd });
    expect(errors).toBe("");
    expect(out).toContain("Rewrote auth.ts");
    expect(status).toBe(0);
    expect(await readFile(join(cwd, "auth.ts"), "utf8")).toContain('from "latchkey/next"');
    expect(await readFile(join(cwd, "package.json"), "utf8")).toMatch(/"latchkey": "\^\d/);
    expect(await readFile(join(cwd, "app/login/page.tsx"), "utf8")).toContain("'latchkey/react'");
  });

  it.each(["migrate", "schema"])("%s names the package that it needs", async (name) => {
    const ran = await latchkey(installed, [name, "--url", "file:./auth.db"]);
    expect(ran.status).toBe(1);
    expect(ran.errors).toContain("npm install kysely");
  });
});
