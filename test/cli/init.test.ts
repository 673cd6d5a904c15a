import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { frameworks } from "../../src/cli/init/frameworks.js";
import { root } from "../support/bundle-sources.js";
import { latchkey } from "../support/command-line.js";
import { freePort, isListening } from "../support/services/ports.js";

const { PATH = "" } = process.env;
const env = { PATH, NODE_ENV: "development" };

/** A folder as `npm init` leaves it, in which every package of this repository is installed. */
async function emptyApp(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const outer = await mkdtemp(join(tmpdir(), "latchkey-init-"));
  onTestFinished(() => rm(outer, { recursive: true }));
  await symlink(join(root, "node_modules"), join(outer, "node_modules"));
  const cwd = join(outer, "app");
  await mkdir(join(cwd, "node_modules"), { recursive: true });
  await symlink(root, join(cwd, "node_modules/latchkey"));
  const all = { "package.json": '{ "type": "module" }', ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(join(cwd, path, ".."), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
  return cwd;
}

const init = (cwd: string, ...args: string[]) => latchkey(["init", ...args], { cwd, env });

/** What TanStack Router generates of an app's routes. */
const generatedRoutes = `
  import type { AnyRoute } from "@tanstack/react-router";
  declare module "@tanstack/react-router" {
    interface FileRoutesByPath {
      "/auth/$": {
        id: "/auth/$";
        path: "/auth/$";
        fullPath: "/auth/$";
        preLoaderRoute: unknown;
        parentRoute: AnyRoute;
      };
    }
  }
`;

describe("`latchkey init`", { timeout: 120_000 }, () => {
  it.each(frameworks)("writes a config for %s in which the doctor finds no error", async (name) => {
    const cwd = await emptyApp();
    const made = await init(cwd, "--framework", name, "--json");
    expect(made).toMatchObject({ status: 0, errors: "" });
    const file = /--config (\S+?)"/.exec(made.out)?.[1] ?? "";
    expect(await readFile(join(cwd, file), "utf8")).toContain('account: { linking: "explicit" }');
    const { out, errors } = await latchkey(["doctor", "--config", file], { cwd, env });
    expect(out + errors).toContain("0 errors");
  });

  it.each([
    ["@nestjs/core", "AuthModule"],
    ["@sveltejs/kit", "SvelteKitAuth"],
    ["@tanstack/react-start", "TanStackStartAuth"],
    ["nuxt", "export default authConfig"],
  ])("knows the framework by the dependency %s", async (dependency, written) => {
    const manifest = { type: "module", dependencies: { [dependency]: "1.0.0" } };
    const cwd = await emptyApp({ "package.json": JSON.stringify(manifest) });
    expect((await init(cwd, "--dry-run")).out).toContain(written);
  });

  it.each(["astro", "react-router", "tanstack-start"])(
    "writes or names for %s every file that its page begins with",
    async (name) => {
      const { out } = await init(await emptyApp(), "--framework", name);
      const [start = ""] = (await readFile(join(root, `docs/${name}.md`), "utf8")).split("\n## ");
      const paths = Array.from(start.matchAll(/^\/\/ (\S+)\.tsx?$/gm), ([, path = ""]) => path);
      expect(paths.length).toBeGreaterThan(2);
      expect(paths.filter((path) => !out.includes(`${path}.`))).toEqual([]);
    },
  );

  it("leaves a file with hooks of your own alone, and says what to add", async () => {
    const own = "export const handle = ({ event, resolve }) => resolve(event);";
    const cwd = await emptyApp({ "src/hooks.server.js": own });
    const made = await init(cwd, "--framework", "sveltekit");
    expect(made.status).toBe(0);
    expect(made.out).toContain("Add it to src/hooks.server");
    expect(await readFile(join(cwd, "src/hooks.server.js"), "utf8")).toBe(own);
  });

  it("writes no app beside one of yours, and says how to mount it", async () => {
    const cwd = await emptyApp({ "src/index.js": "// mine" });
    const { out } = await init(cwd, "--framework", "hono");
    expect(out).not.toContain("Wrote src/app.js");
    expect(out).toContain("app.use(auth)");
  });
});

/** Starts the app that `init` has written, on a port of its own, and returns its origin. */
async function started(name: string): Promise<string> {
  const cwd = await emptyApp();
  const made = await init(cwd, "--framework", name);
  expect(made.out).toContain("NODE_ENV=development node --env-file=.env app.js");
  const port = await freePort();
  const app = await readFile(join(cwd, "app.js"), "utf8");
  await writeFile(join(cwd, "app.js"), app.replace("3000", String(port)));
  const args = ["--env-file=.env", "app.js"];
  const child = spawn(process.execPath, args, { cwd, env, stdio: "ignore" });
  onTestFinished(() => void child.kill());
  const giveUp = Date.now() + 60_000;
  while (!(await isListening(port, "localhost"))) {
    if (child.exitCode !== null || Date.now() > giveUp) throw new Error(`${name} doesn't listen.`);
    await pause(100);
  }
  return `http://localhost:${port}`;
}

/** Follows redirects and keeps cookies, as a browser does. */
function browserAt(origin: string) {
  const jar = new Map<string, string>();
  let at = new URL(origin);
  return async (target: string, form?: Readonly<Record<string, string>>): Promise<string> => {
    let url = new URL(target.replaceAll("&amp;", "&"), at);
    let body = form && new URLSearchParams(form);
    for (let hops = 0; hops < 8; hops += 1) {
      const cookie = Array.from(jar, (pair) => pair.join("=")).join("; ");
      const headers = { accept: "text/html", cookie, origin };
      const sent = { redirect: "manual", headers, ...(body && { method: "POST", body }) } as const;
      const response = await fetch(url, sent);
      for (const line of response.headers.getSetCookie()) {
        const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(key, value);
      }
      const next = response.headers.get("location");
      at = url;
      if (next === null) return response.text();
      url = new URL(next, url);
      body = undefined;
    }
    throw new Error(`${target} redirects too often.`);
  };
}

describe("the app that `latchkey init` writes", { timeout: 120_000 }, () => {
  it.each(["express", "fastify", "hono", "koa"])(
    "%s signs in with the development identity at once",
    async (name) => {
      const visit = browserAt(await started(name));
      const signIn = await visit("/");
      const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(signIn)?.[1] ?? "";
      const people = await visit("/auth/signin/dev", { csrfToken });
      await visit(/href="([^"]+)"/.exec(people)?.[1] ?? "");
      expect(await visit("/")).toContain("Hello Ada");
    },
  );
});

describe("what `latchkey init` writes in TypeScript", { timeout: 240_000 }, () => {
  it("compiles for every framework", async () => {
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      types: ["node"],
    };
    const cwd = await emptyApp();
    for (const name of frameworks) {
      const own = join(cwd, name);
      await mkdir(own);
      await writeFile(join(own, "package.json"), '{ "type": "module" }');
      await writeFile(join(own, "tsconfig.json"), "{}");
      expect((await init(own, "--framework", name)).status).toBe(0);
    }
    await writeFile(join(cwd, "tanstack-start/src/routeTree.gen.d.ts"), generatedRoutes);
    const tsconfig = { compilerOptions: options, include: frameworks };
    await writeFile(join(cwd, "tsconfig.json"), JSON.stringify(tsconfig));
    const tsc = join(root, "node_modules/typescript7/bin/tsc");
    const child = spawn(process.execPath, [tsc, "-p", cwd], { cwd, env });
    let out = "";
    child.stdout.on("data", (text) => (out += String(text)));
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect([status, out]).toEqual([0, ""]);
  });
});
