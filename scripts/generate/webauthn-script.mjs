// Bundles the script of the sign-in page's passkey forms into a module, so that the library can serve it
// itself; its hash, which pages need, stands apart so that they do without the text.
//   node scripts/generate/webauthn-script.mjs           writes script-text.ts and script-hash.ts of src/flows/webauthn/browser
//   node scripts/generate/webauthn-script.mjs --check   fails when one of these is out of date
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "src", "flows", "webauthn", "browser");

/** The content of each generated TypeScript file, by name. */
async function modules() {
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
  return {
    "script-text.ts": module("scriptText", text),
    "script-hash.ts": module("scriptHash", hash),
  };
}

const module = (name, value) =>
  [
    "// Written by scripts/generate/webauthn-script.mjs from page.ts. Do not edit.",
    "// oxfmt-ignore",
    `export const ${name} = ${JSON.stringify(value)};`,
    "",
  ].join("\n");

for (const [name, text] of Object.entries(await modules())) {
  const file = join(folder, name);
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`${name} is out of date. Run: node scripts/generate/webauthn-script.mjs`);
    process.exitCode = 1;
  }
}
