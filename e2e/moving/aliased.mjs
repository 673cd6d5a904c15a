// A folder whose `@auth/core` is latchkey, by the package that answers to that name, and beside it the published
// packages that build on it, as they are.
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { writePackages } from "../../scripts/packages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
export const folder = join(root, ".cache/moving/aliased");

const copied = [
  "@auth/sveltekit",
  "@auth/express",
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
  for (const name of copied) place(name, here, (from, to) => cpSync(from, to, { recursive: true }));
  for (const name of linked.here) place(name, here, (from, to) => symlinkSync(from, to, "dir"));
  for (const name of linked.root) place(name, root, (from, to) => symlinkSync(from, to, "dir"));
  symlinkSync(root, join(modules, "latchkey"), "dir");
  cpSync(join(root, "packages/auth-core"), join(modules, "@auth/core"), { recursive: true });
  writePackages((name) =>
    name === "auth-core" ? join(modules, "@auth/core") : join(folder, "other", name),
  );
}

const virtual = {
  "$app/environment": "export const dev = false; export const building = false;",
  "$app/paths": 'export const base = "";',
  "$env/dynamic/private": "export const env = process.env;",
};

/** Bundles code that stands in that folder, as an application's bundler does, and loads it. */
export async function load(name, code) {
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
    external: ["express", "nodemailer", "@simplewebauthn/*"],
    plugins: [
      {
        name: "of-the-framework",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\$(?:app|env)\// }, ({ path }) => ({ path, namespace: "virtual" }));
          onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({
            contents: virtual[path],
          }));
        },
      },
    ],
  });
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`);
}
