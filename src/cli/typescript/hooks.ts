import { existsSync, readFileSync } from "node:fs";
import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { transform } from "sucrase";
import { hasJsx, isTypeScript } from "./endings.js";

/**
 * The URL of this module, for `module.register`. Determined here because a bundler moves the
 * module.
 */
export const here = import.meta.url;

const endings = [".ts", ".tsx", ".mts", ".js", ".mjs", "/index.ts", "/index.js"];

/** Resolves imports without an extension, or with the extension of the compiled file. */
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

/** Removes types, and the imports that only types use, which Node.js itself would keep. */
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
