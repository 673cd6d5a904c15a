import { existsSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, it } from "vitest";
import { link, manifestField, node, packAndInstall, peers, root, subpaths } from "./packed.js";
import { isLong } from "../support/long-form.js";

const packed = await packAndInstall();
const doors = await subpaths(packed.files);

describe("the published package", () => {
  it("holds compiled code, types and its papers, and nothing else", () => {
    const code = /^dist\/.+\.(js|d\.ts)$|^package\.json$/;
    const papers =
      /^(README|CHANGELOG|CONTRIBUTING|SECURITY|bench\/RESULTS|docs\/[\w-]+)\.md$|^LICENSE$/;
    const shown =
      /^docs\/pictures\/[\w-]+\.png$|^bench\/(results|growth)\.svg$|^examples\/express-small\/(app\.ts|README\.md)$/;
    const strangers = packed.files.filter(
      (file) => ![code, papers, shown].some((kind) => kind.test(file)),
    );
    const tests = packed.files.filter((file) => /\.test\.|\.map$/.test(file));
    expect([...strangers, ...tests]).toEqual([]);
  });

  it("has no script that runs when it is installed", async () => {
    const scripts = Object.keys(await manifestField("scripts"));
    // npm warns of `prepare`, too, where a tarball has it: users can only wonder what it does.
    const ran = /^(?:pre|post)?(?:install|prepare)$/;
    expect(scripts.filter((name) => ran.test(name))).toEqual([]);
  });

  it("holds whatever its README leads to", async () => {
    const text = await readFile(join(root, "README.md"), "utf8");
    const targets = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = ""]) => target);
    const inside = targets.filter((target) => !target.startsWith("http"));
    expect(inside.length).toBeGreaterThan(20);
    expect(inside.filter((target) => !packed.files.includes(target))).toEqual([]);
  });

  it("has every file its exports promise", () => {
    const missing = [...doors.values()].filter((file) => !packed.files.includes(file));
    expect(missing).toEqual([]);
  });

  it("holds code of no package but those of its command line, with their licenses", async () => {
    const code = packed.files.filter((file) => file.endsWith(".js"));
    const texts = code.map((file) => readFile(join(packed.folder, file), "utf8"));
    const found = (await Promise.all(texts)).flatMap((text) =>
      [...text.matchAll(/^\/\*!\n(\S+) [\d.]+\n\n.*(?:MIT|Apache|Copyright|License)/gm)].map(
        ([, name]) => name,
      ),
    );
    // Sucrase and what it imports.
    expect([...new Set(found)].sort()).toEqual([
      "@jridgewell/gen-mapping",
      "@jridgewell/sourcemap-codec",
      "@jridgewell/trace-mapping",
      "lines-and-columns",
      "sucrase",
      "ts-interface-checker",
    ]);
  });

  it("satisfies publint", async () => {
    const tarball = new Uint8Array(await readFile(packed.tarball)).buffer;
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("resolves its types for ESM and bundlers", async () => {
    const checker = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const options = ["--profile", "esm-only", "--format", "ascii", "--no-color", "--no-emoji"];
    // All of them take a minute; their types are all written in the same way.
    if (!isLong) options.push("--entrypoints", ".", "./express", "./next", "./react", "./testing");
    const problems = await node([checker, packed.tarball, ...options], root).then(
      () => "",
      (problem: unknown) => describeFailure(problem),
    );
    expect(problems).toBe("");
  }, 180_000);
});

describe("a project that installed the package", () => {
  const specifier = (door: string) => `latchkey${door.slice(1)}`;

  it("requires every subpath from CommonJS", async () => {
    for (const peer of await peers()) {
      if (existsSync(join(root, "node_modules", peer))) await link(packed.project, peer);
    }
    const script = [...doors.keys()].map((door) => `require(${JSON.stringify(specifier(door))});`);
    const args = ["--input-type=commonjs", "-e", script.join("")];
    await expect(node(args, packed.project)).resolves.toBe("");
  }, 60_000);

  it("signs in and out in an Express application in CommonJS", async () => {
    const app = join(packed.project, "app.cjs");
    await copyFile(join(root, "test/package/commonjs-app.cjs"), app);
    expect(JSON.parse(await node([app], packed.project))).toEqual({
      before: "nobody",
      refused: "nobody",
      signedIn: "Ada",
      core: "Ada",
      signedOut: "nobody",
      oneCopy: true,
    });
  });

  it("says which versions of Node.js load it by require without a flag", async () => {
    expect(await manifestField("engines")).toEqual({ node: "^20.19.0 || >=22.12.0" });
  });
});

/** What a failed program printed. */
function describeFailure(problem: unknown): string {
  const output: unknown =
    typeof problem === "object" && problem !== null ? Reflect.get(problem, "stdout") : undefined;
  return typeof output === "string" && output !== "" ? output : String(problem);
}
