import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import { fromSources, root } from "../support/bundle-sources.js";
import { parsed } from "./manifest.js";

/** What a server on PostgreSQL whose mails are kept doesn't load. */
const external = ["mysql2", "libsql", "nodemailer", "pg-native", "cloudflare:sockets"];

/** For packages that are CommonJS. */
const requires =
  'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';

/** `server.ts` of this release with all that it imports, drivers too: one file, the same from the same sources. */
export async function bundleServer(): Promise<string> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL("server.ts", import.meta.url))],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    // `licenses` has them in full.
    legalComments: "none",
    external,
    // Whether a file is found with its tsconfig.json depends on who imports it first.
    tsconfigRaw: "{}",
    logLevel: "silent",
    plugins: [fromSources],
  });
  const [code] = outputFiles;
  return licenses(Object.keys(metafile.inputs)) + requires + (code?.text ?? "");
}

/** The licenses of the packages that these files are of. */
function licenses(files: readonly string[]): string {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(folders)].toSorted().map(licenseIn).join("");
}

function licenseIn(folder: string): string {
  const path = join(root, folder);
  const manifest = readFileSync(join(path, "package.json"), "utf8");
  const { name, version, license } = parsed<Readonly<Record<string, unknown>>>(manifest);
  const file = readdirSync(path).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? String(license) : readFileSync(join(path, file), "utf8").trim();
  return `/*!\n${String(name)} ${String(version)}\n\n${text.replaceAll("*/", "* /")}\n*/\n`;
}

/** As it is kept in the repository. */
export const compressed = (code: string): Uint8Array =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

/** Where a release leaves its server. */
export const serverOf = (folder: string, version: string): string =>
  join(folder, version, "server.mjs.br");
