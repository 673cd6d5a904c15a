import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build as esbuild, transform } from "esbuild";
import { build as vite } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { filesIn, readPages } from "../package/snippets.js";
import { install, pinned, run as runProgram } from "./install.js";

const { folder: project } = await install(...(await pinned("express")));
const modes = ["development", "production", "staging", undefined] as const;
const elsewhere = modes.filter((mode) => mode !== "development");

/** What the page of the documentation has in a file, as JavaScript. */
async function recipe(file: string): Promise<string> {
  const page = (await readPages()).find(({ name }) => name === "testing");
  const code = new Map(filesIn(page?.blocks ?? [])).get(file);
  if (code === undefined) throw new Error(`docs/testing.md has no ${file}.`);
  return (await transform(code, { loader: "ts" })).code;
}

/** Serves a configuration, signs in with the development identity as a browser would, and tells how far it came. */
const visit = `
import express from "express";
import { MiddlewareAuth } from "latchkey/express";

export async function visit(config) {
  const app = express().use("/auth", MiddlewareAuth(config));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = "http://localhost:" + server.address().port;
  const jar = new Map();
  const send = async (path, init = {}) => {
    const cookie = [...jar].map(([name, value]) => name + "=" + value).join("; ");
    const headers = { cookie, ...(init.body && { origin }) };
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      jar.set(name, value);
    }
    return response;
  };
  const providers = await send("/auth/providers");
  const told = { status: providers.status, ids: Object.keys(await providers.json()) };
  const { csrfToken } = await (await send("/auth/csrf")).json();
  const body = new URLSearchParams({ csrfToken });
  const begun = await send("/auth/signin/dev", { method: "POST", body });
  const leads = begun.headers.get("location") ?? "";
  const place = leads.includes("/assets/") ? leads : "/auth/assets/dev";
  const page = await send(place);
  const [, ada = "?"] = /href="([^"]+)"/.exec(await page.text()) ?? [];
  const chosen = await send(new URL(ada.replaceAll("&amp;", "&"), new URL(place, origin)));
  const back = chosen.headers.get("location");
  if (back) await send(back);
  const session = await (await send("/auth/session")).json().catch(() => null);
  server.close();
  server.closeAllConnections();
  console.log(JSON.stringify({ ...told, page: page.status, user: session?.user?.name ?? null }));
}
`;

const programs = {
  "recipe.mjs":
    'import { authConfig } from "./auth.mjs";\nimport { visit } from "./visit.mjs";\nawait visit(authConfig);\n',
  "forced.mjs":
    'import { devIdentity } from "latchkey/dev";\nimport { visit } from "./visit.mjs";\nawait visit({ providers: [devIdentity()] });\n',
  "imported.mjs":
    'import * as dev from "latchkey/dev";\nimport * as testing from "latchkey/testing";\nconsole.log(dev.devIdentity().id, dev.devInbox().id, typeof testing.signInAs);\n',
  "signed-in.mjs":
    'import { signInAs } from "latchkey/testing";\nawait signInAs({ providers: [], secret: process.env.AUTH_SECRET }, { email: "ada@example.com" });\n',
};

beforeAll(async () => {
  await writeFile(join(project, "auth.mjs"), await recipe("auth.ts"));
  await writeFile(join(project, "visit.mjs"), visit);
  for (const [name, code] of Object.entries(programs)) await writeFile(join(project, name), code);
  await mkdir(join(project, "out"));
});

/** Runs plain Node.js with nothing of this environment. */
async function run(file: string, mode: string | undefined, flags: string[] = []) {
  const env = {
    AUTH_SECRET: "kX0pW3vN8rT5yB2mQ9sL6dF1gH4jZ7cA",
    AUTH_TRUST_HOST: "true",
    AUTH_GITHUB_ID: "id",
    AUTH_GITHUB_SECRET: "secret",
    ...(mode !== undefined && { NODE_ENV: mode }),
  };
  const args = [...flags, join(project, file)];
  const { out, errors } = await runProgram(process.execPath, args, { cwd: project, env });
  return { out: out.trim(), errors };
}

const local = { status: 200, ids: ["dev"], page: 200, user: "Ada Example" };
const live = { status: 200, ids: ["github"], page: 404, user: null };

describe("the package, installed in an empty folder", { timeout: 120_000 }, () => {
  it.each(modes)("is imported and its providers made without harm, NODE_ENV=%s", async (mode) => {
    for (const flags of [[], ["-C", "production"]]) {
      const { out, errors } = await run("imported.mjs", mode, flags);
      expect([out, errors]).toEqual(["dev dev-inbox function", ""]);
    }
  });

  it("signs in by the recipe of the documentation, NODE_ENV=development", async () => {
    expect(JSON.parse((await run("recipe.mjs", "development")).out)).toEqual(local);
  });

  it.each(elsewhere)("offers GitHub by the same recipe, NODE_ENV=%s", async (mode) => {
    expect(JSON.parse((await run("recipe.mjs", mode)).out)).toEqual(live);
  });

  it("signs in where the identity is always there, NODE_ENV=development", async () => {
    expect(JSON.parse((await run("forced.mjs", "development")).out)).toEqual(local);
  });

  it.each(elsewhere)("refuses an identity that is always there, NODE_ENV=%s", async (mode) => {
    const { out, errors } = await run("forced.mjs", mode);
    expect(JSON.parse(out)).toMatchObject({ status: 500, page: 500, user: null });
    expect(errors).toContain('The provider "dev" comes from latchkey/dev');
  });

  it.each(elsewhere)("makes no session in a test, NODE_ENV=%s", async (mode) => {
    expect((await run("signed-in.mjs", "test")).errors).toBe("");
    expect((await run("signed-in.mjs", mode)).errors).toContain("latchkey/testing lets anyone");
  });
});

describe("a bundle for production", { timeout: 120_000 }, () => {
  it("is built by esbuild, and offers GitHub", async () => {
    await esbuild({
      entryPoints: [join(project, "recipe.mjs")],
      outfile: join(project, "out/esbuild.mjs"),
      absWorkingDir: project,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "silent",
      conditions: ["production"],
      define: { "process.env.NODE_ENV": '"production"' },
      external: ["express"],
    });
    // What was built for production stays there, whatever the environment says later.
    for (const mode of ["production", undefined, "development"]) {
      expect(JSON.parse((await run("out/esbuild.mjs", mode)).out)).toEqual(live);
    }
    expect(await readFile(join(project, "out/esbuild.mjs"), "utf8")).toContain("github");
  });

  it("is built by Vite, and offers GitHub", async () => {
    const before = process.env["NODE_ENV"];
    process.env["NODE_ENV"] = "production";
    try {
      await vite({
        root: project,
        mode: "production",
        logLevel: "silent",
        ssr: { noExternal: true, external: ["express"] },
        build: { ssr: "recipe.mjs", outDir: join(project, "out/vite") },
      });
    } finally {
      process.env["NODE_ENV"] = before;
    }
    expect(JSON.parse((await run("out/vite/recipe.js", "production")).out)).toEqual(live);
  });
});
