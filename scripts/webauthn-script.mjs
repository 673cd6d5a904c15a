// Bundles the script of the sign-in page's passkey forms into a module, so that the library can serve it itself.
//   node scripts/webauthn-script.mjs           writes src/browser/webauthn/script-text.ts
//   node scripts/webauthn-script.mjs --check   fails when that file is out of date
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "src", "browser", "webauthn");
const target = join(folder, "script-text.ts");

/** The TypeScript file that holds the script. */
export async function scriptModule() {
  const { outputFiles } = await build({
    entryPoints: [join(folder, "page.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    charset: "ascii",
  });
  const text = outputFiles[0].text.trim();
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return [
    "// Written by scripts/webauthn-script.mjs from page.ts. Do not edit.",
    "// prettier-ignore",
    `export const scriptText = ${JSON.stringify(text)};`,
    `export const scriptHash = ${JSON.stringify(hash)};`,
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const module = await scriptModule();
  if (!process.argv.includes("--check")) writeFileSync(target, module);
  else if (readFileSync(target, "utf8") !== module) {
    console.error("script-text.ts is out of date. Run: node scripts/webauthn-script.mjs");
    process.exitCode = 1;
  }
}
