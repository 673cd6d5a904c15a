import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { pack, root } from "../package/packed.js";
import { freePort, isListening } from "../support/services/ports.js";
import { run } from "./install.js";

const page = await readFile(join(root, "docs/getting-started.md"), "utf8");

/** What npm gives for the names on the page on the day that the page was tried. */
const versions: Readonly<Record<string, string>> = {
  "@hono/node-server": "2.1.8",
  "@types/express": "5.0.6",
  "@types/koa": "3.0.3",
  "@types/node": "20.19.43",
  express: "5.3.0",
  fastify: "5.12.8",
  hono: "4.13.18",
  koa: "3.2.1",
  srvx: "1.0.8",
  tsx: "4.23.15",
  typescript: "7.0.2",
};

interface Step {
  readonly language: string;
  readonly code: string;
}

/** The blocks of a section, in the order in which a reader comes to them. */
function stepsOf(section: string): Step[] {
  const text = page.split(/^## /m).find((one) => one.startsWith(`${section}\n`)) ?? "";
  return Array.from(text.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, language = "", code = ""]) => ({
    language,
    code,
  }));
}

/** A line of a shell as the reader types it, but for versions and the registry. */
function typed(line: string, tarball: string): string {
  if (line === "npm install latchkey") return `npm install ${tarball}`;
  const isInstall = line.startsWith("npm install ");
  return line.replace(/(?<= )[\w@/-]+/g, (word) => {
    const version = isInstall ? versions[word] : undefined;
    return version === undefined ? word : `${word}@${version}`;
  });
}

const quiet = {
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_prefer_offline: "true",
  npm_config_loglevel: "error",
};

/** Follows a section up to the line that starts the server, and returns where it listens. */
async function follow(section: string): Promise<string> {
  const steps = stepsOf(section);
  const [setUp, start] = steps.filter(({ language }) => language === "sh");
  const files = steps.filter(({ language }) => language === "ts");
  if (!setUp || !start) throw new Error(`${section} isn't on the page.`);
  const outer = await mkdtemp(join(tmpdir(), "latchkey-started-"));
  onTestFinished(() => rm(outer, { recursive: true, force: true }));
  const tarball = await pack();
  const lines = setUp.code.trim().split("\n");
  const script = ["set -e", ...lines.map((line) => typed(line, tarball))].join("\n");
  const done = await run("sh", ["-c", script], { cwd: outer, env: quiet });
  expect(done).toMatchObject({ status: 0 });
  const port = await freePort();
  const [, name = ""] = /^mkdir (\S+)/m.exec(setUp.code) ?? [];
  const folder = join(outer, name);
  for (const { code } of files) {
    const [, path = ""] = /^\/\/ (\S+)\n/.exec(code) ?? [];
    await mkdir(dirname(join(outer, path)), { recursive: true });
    await writeFile(join(outer, path), code);
  }
  await listenOn(port, folder);
  const compiled = await run("npx", ["tsc", "--noEmit"], { cwd: folder });
  expect(compiled).toMatchObject({ status: 0, out: "" });
  await serve(start.code.trim(), folder, port);
  return `http://localhost:${port}`;
}

/** The port in the app, whether the page shows its code or `init` has written it. */
async function listenOn(port: number, folder: string): Promise<void> {
  for (const name of ["app.ts", "server.ts"]) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    await writeFile(join(folder, name), text.replaceAll("3000", String(port)));
  }
}

/** Runs the line in a group of its own, so that what it starts ends with it. */
async function serve(line: string, cwd: string, port: number): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME };
  const child = spawn("sh", ["-c", line], { cwd, env, detached: true, stdio: "ignore" });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${line} did not start.`);
  onTestFinished(() => {
    if (child.exitCode === null) process.kill(-pid);
  });
  const giveUp = Date.now() + 90_000;
  while (!(await isListening(port, "localhost"))) {
    if (child.exitCode !== null || Date.now() > giveUp) throw new Error(`${line} does not listen.`);
    await pause(100);
  }
}

/** A browser: it keeps cookies, and follows a redirect when it is told to. */
function browser(origin: string) {
  const jar = new Map<string, string>();
  return async (target: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const cookie = Array.from(jar, (pair) => pair.join("=")).join("; ");
    const answer = await fetch(new URL(target, origin), {
      redirect: "manual",
      headers: { accept: "text/html", cookie, ...(form && { origin }) },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
}

const leadsTo = (answer: Response) => answer.headers.get("location") ?? "";

/** Opens the page as a stranger, and returns the CSRF token of the sign-in page that it leads to. */
async function arrive(visit: ReturnType<typeof browser>): Promise<string> {
  const signIn = leadsTo(await visit("/"));
  expect(signIn).toContain("/auth/signin");
  const text = await (await visit(signIn)).text();
  return /name="csrfToken" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

it.each(["Express", "Fastify", "Hono", "Koa"])(
  "%s: who follows the page is signed in with the development identity",
  async (section) => {
    const visit = browser(await follow(section));
    const csrfToken = await arrive(visit);
    const people = leadsTo(await visit("/auth/signin/dev", { csrfToken }));
    const [, ada = ""] = /href="([^"]+)"/.exec(await (await visit(people)).text()) ?? [];
    const chosen = await visit(new URL(ada.replaceAll("&amp;", "&"), people).href);
    await visit(leadsTo(chosen));
    expect(await (await visit("/")).text()).toContain("Hello Ada");
  },
  600_000,
);

it("no framework: who follows the page is signed in by a name", async () => {
  const visit = browser(await follow("No framework"));
  const csrfToken = await arrive(visit);
  await visit("/auth/callback/credentials", { csrfToken, name: "Ada" });
  expect(await (await visit("/")).text()).toContain("Hello Ada");
}, 600_000);
