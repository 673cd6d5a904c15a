import { existsSync, readFileSync } from "node:fs";
import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { transform } from "sucrase";
import { hasJsx, isTypeScript } from "./endings.js";

/** Where this module is, for `module.register`. It knows best: a bundler moves it. */
export const here = import.meta.url;

const endings = [".ts", ".tsx", ".mts", ".js", ".mjs", "/index.ts", "/index.js"];

/** Finds imports without their ending, or with the ending of what they're compiled to. */
export const resolve: ResolveHook = (specifier, context, next) => {
  const found = /^\.{1,2}\//.test(specifier) && sourceOf(specifier, context.parentURL);
  return found ? { url: found, shortCircuit: true } : next(specifier, context);
};

function sourceOf(specifier: string, parent: string | undefined): string | undefined {
  if (!parent?.startsWith("file:")) return undefined;
  const url = new URL(specifier, parent);
  if (existsSync(fileURLToPath(url))) return undefined;
  const bare = url.href.replace(/\.[cm]?jsx?$/, "");
  return endings.map((end) => bare + end).find((one) => existsSync(fileURLToPath(one)));
}

/** Leaves out the types. Imports that only types use go with them, which Node.js itself wouldn't do. */
export const load: LoadHook = (url, context, next) => {
  if (!isTypeScript(new URL(url).pathname)) return next(url, context);
  const file = fileURLToPath(url);
  const { code } = transform(readFileSync(file, "utf8"), {
    filePath: file,
    transforms: hasJsx(file) ? ["typescript", "jsx"] : ["typescript"],
    jsxRuntime: "automatic",
    production: true,
    disableESTransforms: true,
  });
  return { format: "module", source: code, shortCircuit: true };
};
