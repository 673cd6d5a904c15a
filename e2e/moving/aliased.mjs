// A folder whose `@auth/core` is latchkey, by the package that answers to that name, and beside it the published
// packages that build on it, as they are.
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { writePackages } from "../../scripts/generate/packages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
export const folder = join(root, ".cache/moving/aliased");

const copied = [
  "@auth/sveltekit",
  "@auth/express",
  "@auth/solid-start",
  "@auth/qwik",
  "auth-astro",
  "@hono/auth-js",
  "next-auth",
  "set-cookie-parser",
];
const linked = {
  here: ["next", "react", "react-dom"],
  root: ["hono", "express", "@sveltejs", "@simplewebauthn"],
};

/** Copied, since a link would lead back to where the published `@auth/core` is. */
export function prepare() {
  rmSync(folder, { recursive: true, force: true });
  const modules = join(folder, "node_modules");
  const place = (name, from, how) => {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    how(join(from, "node_modules", name), join(modules, name));
  };
  for (const name of copied) place(name, here, copyWithoutCore);
  for (const name of linked.here) place(name, here, (from, to) => symlinkSync(from, to, "dir"));
  for (const name of linked.root) place(name, root, (from, to) => symlinkSync(from, to, "dir"));
  symlinkSync(root, join(modules, "latchkey"), "dir");
  cpSync(join(root, "packages/auth-core"), join(modules, "@auth/core"), { recursive: true });
  writePackages((name) =>
    name === "auth-core" ? join(modules, "@auth/core") : join(folder, "other", name),
  );
}

/** Some bring an `@auth/core` of their own, which `overrides` of npm replaces. */
function copyWithoutCore(from, to) {
  const inner = join(from, "node_modules");
  cpSync(from, to, { recursive: true, filter: (path) => !path.startsWith(inner) });
}

/** What frameworks give to their applications when they bundle them. */
const virtual = {
  "$app/environment": "export const dev = false; export const building = false;",
  "$app/paths": 'export const base = "";',
  "$env/dynamic/private": "export const env = process.env;",
  "auth:config": 'export { config as default } from "application:config";',
  "@builder.io/qwik/build": "export const isServer = true;",
  "@builder.io/qwik": `
    export const inlinedQrl = (code) => code;
    export const useLexicalScope = () => [];
    export const implicit$FirstArg = (made) => made;
  `,
  "@builder.io/qwik-city": `
    const kind = new Proxy(() => kind, { get: () => kind });
    export const z = kind;
    export const zodQrl = (schema) => schema;
    export const globalActionQrl = (action) => () => action;
    export const routeLoaderQrl = (loader) => () => loader;
  `,
};

/** Bundles code that stands in that folder, as an application's bundler does, and loads it. */
export async function load(name, code, { application = "" } = {}) {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: folder, loader: "js" },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "error",
    banner: {
      js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
    },
    define: { "import.meta.env": "{}" },
    external: ["express", "nodemailer", "@simplewebauthn/*"],
    plugins: [
      {
        name: "of-the-framework",
        setup({ onResolve, onLoad }) {
          const filter = /^(?:\$app\/|\$env\/|auth:|application:|@builder\.io\/qwik)/;
          onResolve({ filter }, ({ path }) => ({ path, namespace: "virtual" }));
          onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({
            contents: path === "application:config" ? application : virtual[path],
            resolveDir: folder,
          }));
        },
      },
    ],
  });
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`);
}
