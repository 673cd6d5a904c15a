import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { compile } from "svelte/compiler";
import { beforeAll, describe, expect, it } from "vitest";
import { manifestField, node, root } from "./packed.js";
import { filesIn, readPages } from "./snippets.js";

/** Folders of src/frameworks that are told of on the page of another. */
const elsewhere = new Set(["visit", "node", "solid", "svelte", "vue"]);

/** Pages for Next.js, where imports of one's own files have no ending. */
const bundled = new Set([
  "getting-started",
  "account",
  "moving-from-authjs",
  "moving-from-authjs-v4",
  "next",
  "react",
]);

const folder = join(root, ".cache/docs");
const here = join(root, "test/package");
const pages = await readPages();

const strict = {
  extends: "../../../tsconfig.base.json",
  compilerOptions: {
    noEmit: true,
    declaration: false,
    experimentalDecorators: true,
    noPropertyAccessFromIndexSignature: true,
    jsx: "react-jsx",
    types: ["node"],
    paths: {
      next: ["../../../examples/next/node_modules/next"],
      "next/*": ["../../../examples/next/node_modules/next/*"],
      bcryptjs: ["../../../e2e/moving/node_modules/bcryptjs/index.d.ts"],
      "iron-session": ["../../../e2e/moving/node_modules/iron-session/dist/index.d.ts"],
    },
  },
  references: [{ path: "../../../src" }],
};
const likeNext = { ...strict.compilerOptions, module: "esnext", moduleResolution: "bundler" };

/** What a page says that the application has already. */
const had: Record<string, string> = {
  "node/tanstack-start/src/routeTree.gen.ts": `
    import { createRootRoute } from "@tanstack/react-router";
    import type { startInstance } from "./start.js";
    export const rootRoute = createRootRoute();
    type Place<Path> = {
      id: Path;
      path: Path;
      fullPath: Path;
      preLoaderRoute: unknown;
      parentRoute: typeof rootRoute;
    };
    declare module "@tanstack/react-router" {
      interface FileRoutesByPath {
        "/": Place<"/">;
        "/auth/$": Place<"/auth/$">;
        "/members": Place<"/members">;
        "/login": Place<"/login">;
      }
    }
    declare module "@tanstack/react-start" {
      interface Register {
        ssr: true;
        config: Awaited<ReturnType<typeof startInstance.getOptions>>;
      }
    }`,
  // What Prisma generates, and a package of its own.
  "node/prisma/generated/prisma/client.ts": `
    import type { PrismaPg } from "@prisma/adapter-pg";
    import type { PrismaDatabase } from "latchkey/adapters/prisma";
    type Scalars = { id: string; email: string | null; role: string };
    export declare class PrismaClient {
      constructor(options: { adapter: PrismaPg });
      readonly user: { [key: symbol]: { types: { payload: { scalars: Scalars } } } };
      $queryRawUnsafe: PrismaDatabase["$queryRawUnsafe"];
      $executeRawUnsafe: PrismaDatabase["$executeRawUnsafe"];
      $transaction: PrismaDatabase["$transaction"];
    }`,
  "node/prisma/packages.d.ts": `
    declare module "@prisma/adapter-pg" {
      export class PrismaPg {
        constructor(options: { connectionString: string | undefined });
      }
    }`,
  // Drivers that only e2e/adapters installs.
  "node/drizzle/packages.d.ts": `
    declare module "@neondatabase/serverless" {
      export const neonConfig: { poolQueryViaFetch: boolean };
      export class Pool {
        constructor(options: { connectionString: string | undefined });
      }
    }
    declare module "@planetscale/database" {
      export class Client {}
      export interface Config { url?: string }
    }`,
  // Nuxt imports these by itself.
  "node/nuxt/imports.d.ts": `
    import type { AuthEvent, RequestAuth } from "latchkey/h3";
    import type * as app from "latchkey/nuxt/app";
    type Event = AuthEvent & { readonly context: { readonly auth: RequestAuth } };
    declare global {
      const useSession: typeof app.useSession;
      function definePageMeta(meta: { middleware: "auth" }): void;
      function defineNuxtConfig(config: {
        modules: string[];
        routeRules?: Record<string, { requireUser?: boolean }>;
      }): object;
      function defineEventHandler<T>(handler: (event: Event) => T): object;
      function readFormData(event: Event): Promise<FormData>;
      function sendRedirect(event: Event, location: string, code?: number): Promise<void>;
    }`,
  "bundled/react/auth.ts": `export { auth } from "../next/auth";`,
  "node/moving-from-passport/former.ts": `
    import type { RequestHandler } from "express";
    export declare function findPerson(name: string, password: string): Promise<Express.User | null>;
    export declare const formerSession: RequestHandler;
    export declare const passport: { session(): RequestHandler };
    declare global {
      namespace Express {
        interface User { id: string; name: string; email: string }
        interface Request { user?: User; session: { destroy(done: () => void): void } }
      }
    }`,
};

/** Blocks that can't run by themselves, and why. */
const notAlone: Record<string, string> = {
  "adapters/redis": "a Redis server",
  "prisma/auth": "Prisma, whose client is generated: see e2e/adapters",
  "client/page": "a browser",
  "drizzle/neon": "run by e2e/adapters/http.test.mjs",
  "drizzle/planetscale": "run by e2e/adapters/http.test.mjs",
  "several-processes/state": "a Redis server",
  "email/limited": "a Redis server",
  "moving-from-clerk/auth": "run by e2e/moving",
  "moving-from-clerk/import": "run by e2e/moving",
  "moving-from-iron-session/app": "run by e2e/moving",
  "moving-from-iron-session/carry-over": "run by e2e/moving",
  "moving-from-passport/app": "run by e2e/moving",
  "moving-from-passport/auth": "run by e2e/moving",
  "nest/app-async.module": "a class of the application",
  "nuxt/nuxt.config": "Nuxt",
  "nuxt/server/api/me.get": "Nuxt",
  "nuxt/server/routes/login.post": "Nuxt",
  "nuxt/server/routes/logout.post": "Nuxt",
  "oauth/bank": "a certificate",
  "oauth/cli": "a provider, and somebody at the keyboard",
  "runtimes/server": "Bun or Deno",
  "sveltekit/src/auth-elsewhere": "the platform's environment",
  "types/page": "a request of Next.js",
};

const environment = {
  PATH: process.env["PATH"] ?? "",
  NODE_ENV: "development",
  AUTH_SECRET: "kX0pW3vN8rT5yB2mQ9sL6dF1gH4jZ7cA",
  AUDIT_SECRET: "hB7nM2kV5xC8zL1qW4eR9tY6uI3oP0aS",
  DATABASE_URL: "file:./app.db",
};

async function writeSnippets(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const { name, blocks } of pages) {
    const project = bundled.has(name) ? "bundled" : "node";
    for (const [file, code] of filesIn(blocks)) {
      const made = join(folder, project, name, file);
      await mkdir(dirname(made), { recursive: true });
      await writeFile(made, `${code}\nexport {};\n`);
    }
  }
  for (const [file, code] of Object.entries(had)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), code);
  }
  await writeFile(join(folder, "node/tsconfig.json"), JSON.stringify(strict));
  const settings = { ...strict, compilerOptions: likeNext };
  await writeFile(join(folder, "bundled/tsconfig.json"), JSON.stringify(settings));
}

/** Runs a program in a folder of its own, with nothing of this environment. */
async function runAlone(args: readonly string[]): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), "latchkey-docs-"));
  try {
    const options = { cwd, env: environment, timeout: 120_000 };
    const { stderr } = await promisify(execFile)(process.execPath, [...args], options);
    return stderr.replace(/^\[latchkey\].*\n/gm, "");
  } catch (problem) {
    return `${String(outputOf(problem))}${String(problem)}`;
  } finally {
    await rm(cwd, { recursive: true });
  }
}

describe("the documentation", { timeout: 240_000 }, () => {
  beforeAll(writeSnippets);

  it("has a page for each framework", async () => {
    const frameworks = await readdir(join(root, "src/frameworks"));
    const names = pages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(frameworks.filter((one) => !elsewhere.has(one))));
  });

  it("compiles: every block of code on every page, under strict", async () => {
    await node(["scripts/bootstrap.mjs", "--in", "examples/next", "e2e/moving"], root);
    const projects = ["node", "bundled"].map((name) => join(folder, name));
    const compiled = node(["node_modules/typescript7/bin/tsc", "-b", ...projects], root);
    const complaints = await compiled.catch((problem: unknown) => outputOf(problem));
    expect(complaints).toBe("");
  });

  it("compiles without a warning: every block of Svelte", () => {
    const blocks = pages.flatMap((page) => page.blocks).filter((one) => one.language === "svelte");
    expect(blocks.length).toBeGreaterThan(0);
    for (const { code } of blocks) {
      const { warnings } = compile(code, { generate: "client", filename: "Page.svelte" });
      expect(warnings.map(({ message }) => message)).toEqual([]);
    }
  });

  it("names commands that are there, and JSON that can be read", async () => {
    const scripts = Object.keys(await manifestField("scripts"));
    const commands = await readdir(join(root, "src/cli/commands"));
    const blocks = pages.flatMap((page) => page.blocks);
    for (const { code } of blocks.filter(({ language }) => language === "sh")) {
      for (const [, name = ""] of code.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:-]+)/g)) {
        expect(scripts).toContain(name);
      }
      for (const [, name = ""] of code.matchAll(/\bnpx latchkey (\w+)/g)) {
        expect(commands).toContain(`${name}.ts`);
      }
    }
    for (const { code } of blocks.filter(({ language }) => language === "json")) {
      expect(JSON.parse(code)).toBeTypeOf("object");
    }
  });

  it("runs: every block that needs nothing but Node.js", async () => {
    const outbase = join(folder, "node");
    const files = (await readdir(outbase, { recursive: true }))
      .filter((file) => file.endsWith(".ts") && !/\.(vue|svelte|astro)\.ts$/.test(file))
      .map((file) => file.replace(/\.ts$/, ""));
    expect(files).toEqual(expect.arrayContaining(Object.keys(notAlone)));
    const outdir = join(folder, "run");
    await build({
      entryPoints: files.map((file) => join(outbase, `${file}.ts`)),
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
      outbase,
      outdir,
      format: "esm",
      target: "node20",
    });
    const runnable = files.filter((file) => !(file in notAlone));
    const modules = runnable.filter((file) => !file.endsWith(".test"));
    const tests = runnable.filter((file) => file.endsWith(".test"));
    expect([modules.length > 70, tests.length]).toEqual([true, 4]);
    const at = (file: string) => join(outdir, `${file}.js`);
    expect(await runAlone([join(here, "run-snippets.mjs"), ...modules.map(at)])).toBe("");
    expect(await runAlone(["--test", ...tests.map(at)])).toBe("");
  });
});

function outputOf(problem: unknown): unknown {
  return typeof problem === "object" && problem ? Reflect.get(problem, "stdout") : problem;
}
