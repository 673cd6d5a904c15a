// What a server bundle with one OpenID provider holds, and what of it is loaded: esbuild, minified, each
// file compressed with gzip. A sign-in at a provider on this machine tells what is loaded.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { distFolder, origin, root } from "../world.mjs";
import { settings, signIn, startProvider } from "./oauth.mjs";

export const title = "Server bundle with one OpenID provider";
const parts = "what of the library is in a bundle that uses";
const added = "what a plugin adds to GitHub and cookie sessions in one file";
export const units = { bundle: "kB", [parts]: "kB", [added]: "kB" };

const dist = fileURLToPath(new URL(distFolder, root));
const handler = `let own;
  const google = (issuer) =>
    Google({ id: "local", issuer, clientId: "client", clientSecret: "client secret" });
  export default (request, { issuer, ...config }) =>
    Auth(request, (own ??= { ...config, providers: [google(issuer)] }));`;
const entries = {
  latchkey: `import { Auth } from "${dist}/index.js"; import Google from "${dist}/providers/google.js"; ${handler}`,
  "@auth/core": `import { Auth } from "@auth/core"; import Google from "@auth/core/providers/google"; ${handler}`,
  "better-auth": `import { betterAuth } from "better-auth";
    export default betterAuth({ socialProviders: { google: { clientId: "", clientSecret: "" } } }).handler;`,
};

/** In one file, for an edge function: all that a bundler can't prove to be unused. */
const oneFile = `import { Auth } from "${dist}/index.js"; import GitHub from "${dist}/providers/github.js";
  export default (request) => Auth(request, { providers: [GitHub] });`;

/** The same with plugins. */
const withPlugins = (imports, plugins) => `${imports}
  import { Auth } from "${dist}/index.js"; import GitHub from "${dist}/providers/github.js";
  export default (request) => Auth(request, { providers: [GitHub], plugins: [${plugins}] });`;
const emptyPlugin = withPlugins(
  `import { definePlugin } from "${dist}/core/author.js";`,
  `definePlugin({ name: "empty", create: () => ({}) })`,
);

/** What each plugin may add to a bundle that has another, in kB. */
const pluginBudgets = {
  "two-factor": 13,
  "account-page": 11,
  "session-registry": 4,
  "provider-logout": 5.5,
  "token-encryption": 1,
  tokens: 1,
  audit: 1,
  telemetry: 8.5,
  "authjs-migration": 3.5,
};

/** Parts of the library that stand alone: edge functions and browsers take no more than they use. */
const alone = {
  getToken: `export { getToken } from "${dist}/jwt.js";`,
  isDate: `export { isDate } from "${dist}/index.js";`,
  "a provider": `export { default } from "${dist}/providers/google.js";`,
  "the largest language": `export { arabic } from "${dist}/languages/index.js";`,
};

/** Each file tells that it is loaded. This is not counted. */
const tells = "globalThis.loadedFiles?.add(import.meta.url);\n";

/** The files of a bundle, by name, and the size of each in kB. */
async function bundle(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    outdir: "out",
    banner: { js: tells.trimEnd() },
    absWorkingDir: fileURLToPath(root),
    external: ["@simplewebauthn/*", "nodemailer"],
    logLevel: "silent",
  });
  return outputFiles.map(({ path, text }) => ({
    name: basename(path),
    text,
    size: gzipSync(text.replace(tells, "")).length / 1000,
  }));
}

const total = (files) => files.reduce((sum, { size }) => sum + size, 0);

/** What is loaded before the first request, and after a sign-in, a read of the session and a sign-out. */
async function loadedOf(files) {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  const { issuer, stop } = await startProvider();
  globalThis.loadedFiles = new Set();
  try {
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const sizeSoFar = () => {
      const names = new Set([...globalThis.loadedFiles].map((url) => basename(url)));
      return total(files.filter(({ name }) => names.has(name)));
    };
    const { default: auth } = await import(pathToFileURL(join(folder, "stdin.js")).href);
    const atStart = sizeSoFar();
    // As production is set up: it says where the site is.
    const visit = await signIn(auth, { ...settings(issuer), issuer, url: origin }).prepare();
    await visit.finish(await visit.begin());
    await visit.readSession();
    await visit.signOut();
    return { atStart, afterwards: sizeSoFar() };
  } finally {
    delete globalThis.loadedFiles;
    stop();
    rmSync(folder, { recursive: true });
  }
}

export async function run() {
  const [ours, peer] = [await bundle(entries.latchkey), await bundle(entries["@auth/core"])];
  const better = await bundle(entries["better-auth"]).catch(() => undefined);
  const [loaded, loadedByPeer] = [await loadedOf(ours), await loadedOf(peer)];
  const taken = {
    "latchkey, loaded at the start": loaded.atStart,
    "latchkey, loaded once somebody has signed in and out": loaded.afterwards,
    "latchkey, with every page and flow": total(ours),
    "latchkey, GitHub and cookie sessions in one file": await sizeOf(oneFile, [], ["workerd"]),
    "@auth/core, loaded once somebody has signed in and out": loadedByPeer.afterwards,
    "@auth/core, with every page and flow": total(peer),
    ...(better && { "better-auth": total(better) }),
  };
  return {
    bundle: rows(taken),
    [parts]: rows(await sizesAlone()),
    [added]: rows(await sizesAdded(taken["latchkey, GitHub and cookie sessions in one file"])),
  };
}

const rows = (sizes) =>
  Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, { median: size, low: size, high: size }]),
  );

/** What each brings along. What it would load at need is not counted. */
async function sizesAlone() {
  const sizes = {};
  for (const [name, contents] of Object.entries(alone)) {
    sizes[name] = await sizeOf(contents, [atNeed]);
  }
  return sizes;
}

/** What the first plugin brings along, whichever it is, and what each one adds to that. */
async function sizesAdded(without) {
  const first = await sizeOf(emptyPlugin, [], ["workerd"]);
  const sizes = { "any plugin": first - without };
  for (const name of Object.keys(pluginBudgets)) {
    const factory = name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
    const file = `${dist}/plugins/${name}/index.js`;
    const contents = withPlugins(`import { ${factory} } from "${file}";`, `${factory}()`);
    sizes[name] = (await sizeOf(contents, [], ["workerd"])) - first;
  }
  return sizes;
}

/** The size of a bundle in one file, in kB. */
async function sizeOf(contents, plugins = [], conditions = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(root) },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    absWorkingDir: fileURLToPath(root),
    external: ["@simplewebauthn/*", "nodemailer"],
    logLevel: "silent",
    plugins,
    conditions,
  });
  return gzipSync(outputFiles[0].text).length / 1000;
}

const atNeed = {
  name: "at-need",
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

export function ratios({ bundle: size, [parts]: own, [added]: more }) {
  return [
    {
      name: "Core with one OpenID provider, what a server loads, kB",
      value: size["latchkey, loaded once somebody has signed in and out"].median,
      atMost: 36,
      today: 61.6,
      why: "34 kB are loaded at the start, which check requests, cookies, tokens and the configuration, and 11 kB of the rest are oauth4webapi, which checks what providers answer; no module of what is left is more than 4.2 kB before it is compressed.",
    },
    {
      name: "  the same at the start",
      value: size["latchkey, loaded at the start"].median,
    },
    {
      name: "  the whole bundle, with every page and flow",
      value: size["latchkey, with every page and flow"].median,
      atMost: 80,
      today: 174.5,
      why: "28 kB are jose and oauth4webapi, 34 kB what every request needs, and the rest flows and pages, each loaded at need: provider objects may be plain data, so that no bundler can tell which are used.",
    },
    {
      name: "GitHub and cookie sessions in one file, kB",
      value: size["latchkey, GitHub and cookie sessions in one file"].median,
      atMost: 115,
      today: 128.8,
      why: "The pages, linking, stores, database sessions and the flows of hand-written provider objects are in it, whether they are used or not: 11 kB of it are oauth4webapi and 12 kB jose.",
    },
    { name: "getToken alone, kB", value: own.getToken.median, atMost: 12 },
    { name: "isDate alone, kB", value: own.isDate.median, atMost: 2 },
    { name: "A provider alone, kB", value: own["a provider"].median, atMost: 2 },
    {
      name: "The largest language alone, kB",
      value: own["the largest language"].median,
      atMost: 8,
    },
    { name: "Any plugin, in one file, kB", value: more["any plugin"].median, atMost: 12 },
    ...Object.entries(pluginBudgets).map(([name, atMost]) => ({
      name: `The plugin ${name}, in one file, kB`,
      value: more[name].median,
      atMost,
    })),
  ];
}
