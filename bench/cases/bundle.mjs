// What a server bundle with one OpenID provider holds, and what of it is loaded: esbuild, minified, each
// file compressed with gzip. A sign-in at a provider on this machine tells what is loaded.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { distFolder, origin, root } from "../world.mjs";
import { settings, signIn, startProvider } from "./oauth.mjs";

export const title = "Server bundle with one OpenID provider";
const parts = "what of the library is in a bundle that uses";
const doors = "what is in a bundle that uses one door alone";
const added = "what is added to GitHub and cookie sessions in one file by";
export const units = { bundle: "kB", [parts]: "kB", [doors]: "kB", [added]: "kB" };

const dist = fileURLToPath(new URL(distFolder, root));
const handler = `let own;
  const google = (issuer) =>
    Google({ id: "local", issuer, clientId: "client", clientSecret: "client secret" });
  export default (request, { issuer, ...config }) =>
    Auth(request, (own ??= { ...config, providers: [google(issuer)] }));`;
const entries = {
  latchkey: `import { Auth } from "${dist}/doors/index.js"; import Google from "${dist}/providers/google.js"; ${handler}`,
  "@auth/core": `import { Auth } from "@auth/core"; import Google from "@auth/core/providers/google"; ${handler}`,
  "better-auth": `import { betterAuth } from "better-auth";
    export default betterAuth({ socialProviders: { google: { clientId: "", clientSecret: "" } } }).handler;`,
};

/** In one file, for an edge function: all that a bundler can't prove to be unused. */
const oneFile = `import { Auth } from "${dist}/doors/index.js"; import GitHub from "${dist}/providers/github.js";
  export default (request) => Auth(request, { providers: [GitHub] });`;

const lean = ["workerd", "latchkey-lean"];

/** The same with plugins, or other options. */
const withOptions = (imports, options) => `${imports}
  import { Auth } from "${dist}/doors/index.js"; import GitHub from "${dist}/providers/github.js";
  export default (request) => Auth(request, { providers: [GitHub], ${options} });`;
const withPlugins = (imports, plugins) => withOptions(imports, `plugins: [${plugins}]`);
const emptyPlugin = withPlugins(
  `import { definePlugin } from "${dist}/doors/plugin.js";`,
  `definePlugin({ name: "empty", create: () => ({}) })`,
);

/** What each plugin may add to a bundle that has another, in kB. */
const pluginBudgets = {
  "two-factor": 13,
  "account-page": 12.8,
  "session-registry": 4,
  "provider-logout": 9,
  "token-encryption": 1,
  tokens: 1,
  audit: 1,
  telemetry: 1,
  "authjs-migration": 3.5,
  "better-auth-migration": 1.5,
  admin: 8.5,
  "api-keys": 6.6,
  bearer: 15.4,
  "change-email": 6,
};

/** What an option that is imported may add to a bundle that has a plugin, in kB. */
const optionBudgets = {
  "the pages of the plugin admin": [
    "admin",
    "import { admin, adminPages }",
    "admin({ pages: adminPages() })",
    10,
  ],
};

/** What a provider of each type may add, in kB. */
const providerBudgets = {
  google: ["an OpenID provider", 1],
  "microsoft-entra-id": ["a provider of many tenants", 1],
  resend: ["magic links", 1],
  credentials: ["credentials", 0.5],
  password: ["passwords", 39],
  passkey: ["passkeys", 13.5],
  guest: ["guests", 7],
};

/** What a language may add, in kB. */
const languageBudget = 13.5;
const languages = ["arabic", "chinese", "french", "german", "japanese", "portuguese", "spanish"];

/** What a framework may add, in kB. Its own packages aren't counted. */
const frameworkBudgets = {
  ...{
    astro: 4.7,
    elysia: 5.4,
    express: 8.9,
    fastify: 5.8,
    h3: 6.2,
    hono: 5.5,
    koa: 5.3,
    nest: 6.4,
    next: 11.1,
  },
  ...{ "react-router": 5.2, sveltekit: 5.2, "tanstack-start": 5.5 },
};

/** What a door may bring along that stands alone, with all that it would load at need, in kB. Other packages aren't counted. */
const doorBudgets = {
  ...{
    adapters: 1.1,
    "adapters/memory": 4,
    "adapters/sql": 26,
    "adapters/redis": 9.5,
    "adapters/extend": 1,
  },
  ...{
    // 7 of these are loaded on SQL Server and CockroachDB only.
    "adapters/prisma": 27,
    "adapters/drizzle": 21,
    "state/memory": 1.5,
    "state/sql": 4.5,
    "state/redis": 1,
  },
  ...{ jwt: 118.5, errors: 2, "rate-limit": 5, oauth: 33, device: 24, manage: 127 },
  ...{ client: 4, webauthn: 3, react: 4.5, svelte: 4, vue: 4.2, solid: 4.2 },
};

/** Parts of the library that stand alone: edge functions and browsers take no more than they use. */
const alone = {
  getToken: `export { getToken } from "${dist}/doors/jwt.js";`,
  isDate: `export { isDate } from "${dist}/doors/index.js";`,
  "a provider": `export { default } from "${dist}/providers/google.js";`,
};

/** Each file tells that it is loaded. This isn't counted. */
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
    "latchkey, loaded after a sign-in and a sign-out": loaded.afterwards,
    "latchkey, with every page and flow": total(ours),
    "latchkey, GitHub and cookie sessions in one file": await sizeOf(oneFile, [], ["workerd"]),
    "  the same with the condition latchkey-lean": await sizeOf(oneFile, [], lean),
    "@auth/core, loaded after a sign-in and a sign-out": loadedByPeer.afterwards,
    "@auth/core, with every page and flow": total(peer),
    ...(better && { "better-auth": total(better) }),
  };
  return {
    bundle: rows(taken),
    [parts]: rows(await sizesAlone()),
    [doors]: rows(await sizesOfDoors()),
    [added]: rows(await sizesAdded(taken["latchkey, GitHub and cookie sessions in one file"])),
  };
}

const rows = (sizes) =>
  Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, { median: size, low: size, high: size }]),
  );

/** What each brings along. What it would load at need isn't counted. */
async function sizesAlone() {
  const sizes = {};
  for (const [name, contents] of Object.entries(alone)) {
    sizes[name] = await sizeOf(contents, [atNeed]);
  }
  return sizes;
}

/** Each door as package.json names it. */
async function sizesOfDoors() {
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const sizes = {};
  for (const name of Object.keys(doorBudgets)) {
    const file = fileURLToPath(new URL(exports[`./${name}`].default, root));
    sizes[name] = await sizeOf(`export * from "${file}";`, [packages], ["workerd"]);
  }
  return sizes;
}

function assertBudgets() {
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const plugins = Object.keys(exports).flatMap(
    (door) => door.match(/(?<=^\.\/plugins\/)[^/]+$/) ?? [],
  );
  const missing = plugins.filter((name) => !Object.hasOwn(pluginBudgets, name));
  if (missing.length > 0) throw new Error(`There is no budget for ${missing.join(", ")}.`);
}

/** What the first plugin brings along, whichever it is, and what each one adds to that; the same for whatever else is imported. */
async function sizesAdded(without) {
  const onEdge = (contents) => sizeOf(contents, [packages], ["workerd"]);
  const first = await onEdge(emptyPlugin);
  const sizes = { "any plugin": first - without };
  assertBudgets();
  for (const name of Object.keys(pluginBudgets)) {
    const factory = name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
    const file = `${dist}/plugins/${name}/index.js`;
    const contents = withPlugins(`import { ${factory} } from "${file}";`, `${factory}()`);
    sizes[name] = (await onEdge(contents)) - first;
  }
  for (const [title, [name, imported, used]] of Object.entries(optionBudgets)) {
    const contents = withPlugins(`${imported} from "${dist}/plugins/${name}/index.js";`, used);
    sizes[title] = (await onEdge(contents)) - first - sizes[name];
  }
  for (const [name, [title]] of Object.entries(providerBudgets)) {
    const given = withOptions(
      `import Other from "${dist}/providers/${name}.js";`,
      "providers: [GitHub, Other({})]",
    );
    sizes[title] = (await onEdge(given)) - without;
  }
  for (const name of languages) {
    const imports = `import { ${name} } from "${dist}/languages/index.js";`;
    sizes[name] = (await onEdge(withOptions(imports, `languages: [${name}]`))) - without;
  }
  for (const name of Object.keys(frameworkBudgets)) {
    const imports = `export * from "${dist}/frameworks/${name}/index.js";`;
    sizes[name] = (await onEdge(withOptions(imports, ""))) - without;
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

/** What an application installs besides the library. */
const packages = {
  name: "packages",
  setup(bundler) {
    const own = /^(?:\/|\.|#|jose|oauth4webapi|@noble\/|lean-qr)/;
    bundler.onResolve({ filter: /.*/ }, ({ path, kind }) =>
      kind === "entry-point" || own.test(path) ? undefined : { path, external: true },
    );
  },
};

const atNeed = {
  name: "at-need",
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

export function ratios({ bundle: size, [parts]: own, [doors]: alone, [added]: more }) {
  return [
    {
      name: "Core with one OpenID provider, what a server loads, kB",
      value: size["latchkey, loaded after a sign-in and a sign-out"].median,
      atMost: 36,
      today: 62.4,
      why: "14 kB are the OAuth flow and 13 kB oauth4webapi, which is one module, so that what rare providers need is loaded with the rest; 7 kB are sessions, 6 kB the configuration, 12 kB requests, cookies and routes, 3 kB keys and tokens, 7 kB state, pages and errors.",
    },
    {
      name: "  the same at the start",
      value: size["latchkey, loaded at the start"].median,
    },
    {
      name: "  the whole bundle, with every page and flow",
      value: size["latchkey, with every page and flow"].median,
      atMost: 80,
      today: 146,
      why: "11 kB are oauth4webapi, 35 kB what every request needs, and the rest flows and pages, each loaded at need: provider objects may be plain data, so that no bundler can tell which are used.",
    },
    {
      name: "GitHub and cookie sessions in one file, kB",
      value: size["latchkey, GitHub and cookie sessions in one file"].median,
      atMost: 100,
      today: 113.3,
      why: "Email and credentials providers that are written by hand work without an import (10 kB), and so do adapters of any kind (11 kB): no bundler can tell that they aren't used. The condition latchkey-lean says so.",
    },
    {
      name: "  the same with the condition latchkey-lean, kB",
      value: size["  the same with the condition latchkey-lean"].median,
      atMost: 95,
    },
    { name: "getToken alone, kB", value: own.getToken.median, atMost: 12 },
    { name: "isDate alone, kB", value: own.isDate.median, atMost: 2 },
    { name: "A provider alone, kB", value: own["a provider"].median, atMost: 2 },
    ...Object.entries(doorBudgets).map(([name, atMost]) => ({
      name: `The door latchkey/${name} alone, kB`,
      value: alone[name].median,
      atMost,
    })),
    { name: "Any plugin, in one file, kB", value: more["any plugin"].median, atMost: 13.5 },
    ...Object.entries(pluginBudgets).map(([name, atMost]) => ({
      name: `The plugin ${name}, in one file, kB`,
      value: more[name].median,
      atMost,
    })),
    ...[
      ...Object.entries(optionBudgets).map(([title, budget]) => [title, budget.at(-1)]),
      ...Object.values(providerBudgets),
      ...languages.map((name) => [name, languageBudget]),
      ...Object.entries(frameworkBudgets),
    ].map(([name, atMost]) => ({
      name: `${name[0].toUpperCase()}${name.slice(1)}, in one file, kB`,
      value: more[name].median,
      atMost,
    })),
  ];
}
