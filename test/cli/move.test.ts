import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { main } from "../../src/cli/main.js";
import { apps } from "./move-apps.js";

const day = /\d{4}-\d\d-\d\d/g;

async function place(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-move-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function run(folder: string, ...args: string[]) {
  const lines: string[] = [];
  const world = {
    env: {},
    folder,
    isInteractive: false,
    hasColours: false,
    print: (line: string) => void lines.push(line),
    complain: (line: string) => void lines.push(`! ${line}`),
    ask: () => Promise.resolve(""),
  };
  const status = await main(["move", ...args], world);
  return { status, text: lines.join("\n").replaceAll(day, "DAY") };
}

async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pairs = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const text = await readFile(path, "utf8");
    return [path.slice(folder.length + 1), text.replaceAll(day, "DAY")] as const;
  });
  return Object.fromEntries((await Promise.all(pairs)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe("latchkey move", () => {
  it("has ten applications to try", () => {
    expect(Object.keys(apps)).toHaveLength(10);
  });

  it.each(Object.entries(apps))("%s", async (_, files) => {
    const folder = await place(files);
    const dry = await run(folder, "--dry-run");
    expect(await contents(folder)).toEqual(await contents(await place(files)));
    const first = await run(folder);
    expect(first.status).toBe(0);
    expect(dry.text.replaceAll("Would rewrite", "Rewrote")).toBe(first.text);
    const after = await contents(folder);
    expect({ told: first.text, after }).toMatchSnapshot();
    // Nothing is left under an old name but what stays: adapters, texts, and what a person was told of.
    const code = Object.entries(after).filter(([path]) => /\.[jt]sx?$/.test(path));
    for (const [path, text] of code) {
      const old = text.match(/from ["'](?:next-auth|@auth\/(?!prisma))[^"']*["']/g) ?? [];
      expect(old.every(() => first.text.includes(`${path}:`))).toBe(true);
    }
    const second = await run(folder);
    expect(await contents(folder)).toEqual(after);
    expect(second.text).toContain("There is nothing to rewrite.");
  });

  it("finds modules and variables wherever they are written, and nowhere else", async () => {
    const manifest = JSON.stringify({ dependencies: { "next-auth": "5.0.0-beta.25" } });
    const folder = await place({
      "package.json": manifest,
      "page.jsx": `import { useSession } from "next-auth/react";
export const page = <p title="next-auth/react">Don't say "from 'next-auth'" here</p>;
`,
      "load.ts": `const one = await import(\`next-auth\`);
const two = await vi.importActual<typeof import("next-auth/jwt")>("next-auth/jwt");
const text = \`from \${one} import "next-auth"\`;
const cast = <string>process.env["NEXTAUTH_SECRET"] + process.env.NEXTAUTH_URL;
const pattern = /["']next-auth["']/;
import jwt = require("next-auth/jwt");
class Service { private logger: Logger; }
interface Options { authorized(): boolean; logger: Logger }
const read = () => [session?.sessionToken, other.session.sessionToken];
`,
    });
    const { status, text } = await run(folder);
    expect(status).toBe(0);
    const { "page.jsx": page, "load.ts": load } = await contents(folder);
    expect(page).toBe(`import { useSession } from "latchkey/react";
export const page = <p title="next-auth/react">Don't say "from 'next-auth'" here</p>;
`);
    expect(load).toContain("await import(`latchkey/next`)");
    expect(load).toContain('vi.importActual<typeof import("latchkey/jwt")>("latchkey/jwt")');
    expect(load).toContain('const text = `from ${one} import "next-auth"`');
    expect(load).toContain('<string>process.env["AUTH_SECRET"] + process.env.AUTH_URL');
    expect(load).toContain(`/["']next-auth["']/`);
    expect(load).toContain('import jwt = require("latchkey/jwt")');
    const notes = text.split("\n").filter((line) => /^ {2}\S+:\d+ /.test(line));
    expect(notes).toEqual([expect.stringContaining("load.ts:9  The session token is never part")]);
  });

  it("leaves a file that can't be parsed as it is, and rewrites the others", async () => {
    const broken = 'import { auth } from "next-auth";\nexport const broken = [ };\n';
    const folder = await place({
      "package.json": JSON.stringify({ dependencies: { "next-auth": "5.0.0-beta.25" } }),
      "broken.ts": broken,
      "whole.ts": 'export { auth } from "next-auth";\n',
    });
    const { status, text } = await run(folder);
    expect(status).toBe(0);
    expect(text).toContain("broken.ts:2  can't be parsed, so nothing was changed");
    expect(await contents(folder)).toMatchObject({
      "broken.ts": broken,
      "whole.ts": 'export { auth } from "latchkey/next";\n',
    });
  });

  it("says what is wrong with how it was called", async () => {
    const folder = await place({ "package.json": "{}" });
    expect(await run(folder, "--from", "v3")).toMatchObject({ status: 2 });
    expect((await run(folder)).text).toContain("There is nothing to rewrite.");
    expect((await run(await place({ "package.json": "{" }))).text).toContain("package.json:1");
  });

  it.each(["13.5.11", "^13.0.0", "~12.3", "12 || 13"])(
    "Next.js %s is refused with one sentence, and nothing is written",
    async (next) => {
      const dependencies = { next, "next-auth": "5.0.0-beta.32" };
      const files = { "package.json": JSON.stringify({ dependencies }) };
      const folder = await place(files);
      const { status, text } = await run(folder);
      expect(status).toBe(1);
      expect(text).toMatch(
        /^! Next\.js 1[23] is not supported: latchkey needs Next\.js 14 or newer\. .*$/,
      );
      expect(await contents(folder)).toEqual(files);
    },
  );

  it.each(["14.2.35", "^16", "13 || 14", "latest", "canary", "workspace:*"])(
    "Next.js %s is not",
    async (next) => {
      const dependencies = { next, "next-auth": "5.0.0-beta.32" };
      const folder = await place({ "package.json": JSON.stringify({ dependencies }) });
      expect(await run(folder)).toMatchObject({ status: 0 });
    },
  );

  it("as JSON", async () => {
    const folder = await place(apps["v5, Express"] ?? {});
    const { text } = await run(folder, "--json", "--dry-run");
    expect(JSON.parse(text)).toMatchObject({
      from: "v5",
      files: [{ path: "package.json" }, { path: "server.js" }],
    });
  });
});
