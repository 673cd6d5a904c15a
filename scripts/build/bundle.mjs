// Writes the code of dist/ (TypeScript writes its types): a file for each subpath of package.json, and
// in dist/chunks what several of them use or what is loaded only at need. Finding and compiling files
// is most of what an import costs, so all that `import "latchkey"` needs is in one chunk.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(root, "dist");
const source = (name) => join(root, "src", `${name}.ts`);

/** Node.js loads it by URL, so no import shows which of its exports are used. */
const registered = ["./dist/cli/typescript/hooks.js"];

/**
 * Every subpath, internal import and command of package.json, by its path below src/ without the
 * extension.
 */
function entries() {
  const { exports, imports, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const doors = Object.values(exports).flatMap((target) => target?.default ?? []);
  const inner = Object.values(imports).flatMap(({ types: _, ...targets }) =>
    Object.values(targets),
  );
  const files = [...doors, ...inner, ...Object.values(bin), ...registered];
  const names = files.map((file) => file.slice("./dist/".length, -3));
  return [...new Set(names.flatMap((name) => (name.endsWith("/*") ? inFolder(name) : [name])))];
}

function inFolder(pattern) {
  const folder = pattern.slice(0, -1);
  return readdirSync(join(root, "src", folder))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => folder + file.slice(0, -3));
}

/** Everything that `start` imports statically, except itself. */
function importsOf(start, modules) {
  const found = new Set();
  const visit = (id) => {
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(start);
  return found;
}

/** Client code can import the errors without the rest. */
const errorsGroup = { name: "errors", test: /[\\/]core[\\/]errors[\\/]errors\.ts$/, priority: 1 };

/** One file for what `import "latchkey"` needs, and one for what a sign-in loads on top of it. */
const together = [
  { name: "core", starts: ["doors/index"] },
  { name: "sign-in-and-out", starts: ["core/actions/sign-in-and-out"] },
  { name: "oauth", starts: ["flows/oauth/steps"] },
];

/** Folders where loading anything loads nearly everything. */
const rooms = [
  {
    name: "pages",
    test: /[\\/]src[\\/](?:pages[\\/]|core[\\/]actions[\\/](?:page-frame|pages|show-sign-in)\.ts)/,
  },
  {
    name: "plugins",
    test: /[\\/]core[\\/](?:plugins[\\/]|engine[\\/](?:define-plugin|measured)|actions[\\/]plugin-|sign-in[\\/](?:stages|parked|session-started)|sessions[\\/]identified)/,
  },
  { name: "records", test: /[\\/]core[\\/]records[\\/](?:bound|change|facade|of|owned)\.ts/ },
];

const groupOf = new Map();
const groups = {
  debugName: "groups",
  name(id, modules) {
    if (groupOf.size === 0) fillGroups(modules);
    return groupOf.get(id) ?? null;
  },
};

function fillGroups(modules) {
  for (const { name, starts } of together) {
    for (const start of starts.map(source)) {
      // The entry point stays the file that package.json names.
      const members = [...importsOf(start, modules), ...(name === "core" ? [] : [start])];
      for (const id of members) if (!groupOf.has(id)) groupOf.set(id, name);
    }
  }
}

/**
 * Packages that are bundled into the release, with their imports. Only the command line uses them;
 * as dependencies, every app would install them.
 */
const bundled = ["sucrase"];

const isBundled = (id) => bundled.some((name) => id === name || id.startsWith(`${name}/`));
const isOurs = (file) => file === undefined || file.startsWith(join(root, "src"));

function isExternal(id, importer) {
  if (id.startsWith(".") || id.startsWith(root)) return false;
  return isOurs(importer) ? !isBundled(id) : isBuiltin(id);
}

/** The licenses of bundled packages, which must be beside the code. */
function licensesIn(moduleIds) {
  const folders = moduleIds.flatMap(
    (id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [],
  );
  return [...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readFileSync(join(folder, "LICENSE"), "utf8").trim();
    return `/*!\n${name} ${version}\n\n${text.replaceAll("*/", "* /")}\n*/\n`;
  });
}

/** Constants named `css` or `…Css`, as templates without values. */
const stylesheets = /(?<=\bconst (?:css|\w+Css)\b.* = .*)`[^`$]*`/g;

/** HTML, mails and CSS without the whitespace that only the source needs. */
const dense = {
  name: "dense",
  transform(code, id) {
    if (!isOurs(id)) return null;
    const styled = code.replaceAll(stylesheets, denseRules);
    return /\bhtml`/.test(code) ? styled.replaceAll(/\n\s+/g, "\n") : styled;
  },
};

const denseRules = (rules) =>
  rules
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};]) ?/g, "$1")
    .replaceAll(/([:,]) /g, "$1")
    .replaceAll(";}", "}");

const bundle = await rolldown({
  plugins: [dense],
  cwd: root,
  input: Object.fromEntries(entries().map((name) => [name, source(name)])),
  external: isExternal,
  platform: "neutral",
  preserveEntrySignatures: "allow-extension",
  resolve: {
    mainFields: ["module", "main"],
    alias: { "sucrase/dist/parser": "sucrase/dist/esm/parser" },
  },
  // Otherwise a file would import another one for a constant that was inlined.
  optimization: { inlineConst: false },
  // "use client" stays at the top of the subpath, where it takes effect.
  checks: { moduleLevelDirective: false },
});
const { output } = await bundle.generate({
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  codeSplitting: { groups: [errorsGroup, groups, ...rooms], includeDependenciesRecursively: false },
});

for (const { fileName, code, moduleIds } of output) {
  write(join(dist, fileName), [...licensesIn(moduleIds), code].join(""));
}
removeOthers(new Set(output.map(({ fileName }) => join(dist, fileName))));

/** Replaced atomically, and only if changed: another process may be reading. */
function write(file, code) {
  if (existsSync(file) && readFileSync(file, "utf8") === code) return;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, file);
}

/** A file in dist/ that nothing builds any more would be published forever. */
function removeOthers(made) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const isStale = file.endsWith(".js") && !made.has(file);
    if (entry.isFile() && (isStale || isOrphan(file))) rmSync(file, { force: true });
  }
}

function isOrphan(file) {
  if (!file.endsWith(".d.ts")) return false;
  const stem = join(root, "src", file.slice(dist.length + 1, -".d.ts".length));
  return ![".ts", ".tsx"].some((end) => existsSync(stem + end));
}
