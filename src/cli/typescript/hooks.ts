/**
 * A module for `module.register` that lets Node.js import TypeScript: types are left out by the given
 * compiler, and imports are found without their ending, or with that of what they are compiled to.
 */
export function typescriptHooks(compiler: string): string {
  return `
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from ${JSON.stringify(compiler)};

const endings = [".ts", ".tsx", ".mts", ".js", ".mjs", "/index.ts", "/index.js"];

export async function resolve(specifier, context, next) {
  if (/^\\.{1,2}\\//.test(specifier) && context.parentURL?.startsWith("file:")) {
    const url = new URL(specifier, context.parentURL);
    if (!existsSync(fileURLToPath(url))) {
      const bare = url.href.replace(/\\.[cm]?jsx?$/, "");
      const found = endings.map((end) => bare + end).find((one) => existsSync(fileURLToPath(one)));
      if (found) return { url: found, shortCircuit: true };
    }
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!/\\.[cm]?tsx?$/.test(new URL(url).pathname)) return next(url, context);
  const text = readFileSync(fileURLToPath(url), "utf8");
  const { outputText: source } = ts.transpileModule(text, {
    fileName: fileURLToPath(url),
    compilerOptions: { module: "esnext", target: "es2022", jsx: "react-jsx" },
  });
  return { format: "module", source, shortCircuit: true };
}
`;
}
