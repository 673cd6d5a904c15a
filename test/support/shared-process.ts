import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What mustn't reach other files: a service that hangs, what other packages keep or replace. */
const apart = [
  "@auth/core",
  "node:worker_threads",
  // It replaces `Request` and `Response` for everybody.
  "@hono/node-server",
  "@opentelemetry/sdk-trace-base",
];
/** What finds databases and programs; each file asks it for its own. */
const services = fileURLToPath(new URL("services.ts", import.meta.url));

interface Group {
  readonly folders: readonly string[];
  readonly apart: readonly string[];
  /** What may be imported whatever it imports in turn. */
  readonly trusted: readonly string[];
}

/** Tests that mostly speak to the library in their own process. */
const plain: Group = {
  folders: [
    "src",
    ...["fuzz", "journeys", "model", "properties", "regressions", "second-step", "security"].map(
      (name) => `test/${name}`,
    ),
  ],
  apart: [...apart, "node:child_process", "playwright-core", services],
  trusted: [],
};
/** Tests that have databases, servers, browsers and other processes of their own, each file its own. */
const served: Group = {
  folders: [
    ...["adapters", "browser", "cli", "examples", "frameworks", "journeys", "package"],
    ...["regressions", "security", "state", "static", "testing", "types"],
  ].map((name) => `test/${name}`),
  apart: [...apart, fileURLToPath(new URL("silent-proxy.ts", import.meta.url))],
  trusted: [services],
};

/** What replaces modules; and what measures the processor time of its process, where others may have left work. */
const wantsItsOwn = /\bvi\.(?:mock|doMock|resetModules)\(|\bawait costOf\(/;

interface Source {
  readonly imports: readonly string[];
  readonly wantsItsOwn: boolean;
}

/**
 * The test files that share a process with others of their group, so that what they load is loaded once. It is read
 * from what they import, near or far: one that begins to need something of the above has a process of its own from
 * then on.
 */
export function sharingProcess(): Readonly<Record<"together" | "served", string[]>> {
  const together = sharing(plain);
  return { together, served: sharing(served).filter((file) => !together.includes(file)) };
}

function sharing({ folders, apart, trusted }: Group): string[] {
  const sources = new Map<string, Source>();
  const read = (file: string): Source => {
    const known = sources.get(file) ?? readSource(file);
    sources.set(file, known);
    return known;
  };
  return folders.flatMap(testFilesIn).filter((file) => {
    const reached = new Set([join(root, file)]);
    for (const name of reached) {
      if (apart.includes(name)) return false;
      if (!name.startsWith(root) || trusted.includes(name)) continue;
      const source = read(name);
      if (source.wantsItsOwn) return false;
      for (const imported of source.imports) reached.add(imported);
    }
    return true;
  });
}

function testFilesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(folder, file));
}

/** Relative imports as the files they lead to, others by their names. */
function readSource(file: string): Source {
  const text = readFileSync(file, "utf8");
  const imports = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].flatMap(
    ([, name = ""]) => (name.startsWith(".") ? fileOf(resolve(dirname(file), name)) : name),
  );
  return { imports, wantsItsOwn: wantsItsOwn.test(text) };
}

function fileOf(path: string): string[] {
  const candidates = [".ts", ".tsx"].map((extension) => path.replace(/\.js$/, extension));
  return candidates.filter((file) => existsSync(file)).slice(0, 1);
}
