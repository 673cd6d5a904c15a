// Writes the packages that answer to the names of Auth.js: every subpath of theirs, and in each nothing but what
// latchkey has. They are published under names of their own, and take a name of Auth.js by an alias of npm:
//   "@auth/core": "npm:latchkey-auth-core"
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

const providers = () =>
  readdirSync(join(root, "src/providers"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => file.slice(0, -".ts".length))
    .filter((name) => name !== "ids" && name !== "index");

const typesOnly = new Set(["oauth", "provider-types"]);

/** For each package: its files, and the Latchkey subpaths that each re-exports. */
const packages = {
  "auth-core": {
    index: ["latchkey"],
    types: ["latchkey/types"],
    errors: ["latchkey/errors"],
    jwt: ["latchkey/jwt"],
    adapters: ["latchkey/adapters"],
  },
  "next-auth": {
    index: ["latchkey/next"],
    jwt: ["latchkey/jwt"],
    adapters: ["latchkey/adapters"],
    react: ["latchkey/react"],
    webauthn: ["latchkey/webauthn"],
    middleware: [],
    next: [],
  },
  "auth-express": { index: ["latchkey/express"], adapters: ["latchkey/adapters"] },
};
const withDefault = new Set(["latchkey/next"]);
const clientOnly = new Set(["latchkey/react", "latchkey/webauthn"]);

function fileOf(targets) {
  const lines = targets.flatMap((target) => [
    ...(clientOnly.has(target) ? ['"use client";'] : []),
    `export * from ${JSON.stringify(target)};`,
    ...(withDefault.has(target) ? [`export { default } from ${JSON.stringify(target)};`] : []),
  ]);
  return `${lines.length > 0 ? lines.join("\n") : "export {};"}\n`;
}

function providerFile(name) {
  const target = JSON.stringify(`latchkey/providers/${name}`);
  const all = `export * from ${target};\n`;
  return typesOnly.has(name) ? all : `${all}export { default } from ${target};\n`;
}

/** Writes the files of every package below `lib/`, or below another folder. */
export function writePackages(folderOf = (name) => join(root, "packages", name)) {
  for (const [name, files] of Object.entries(packages)) {
    const lib = join(folderOf(name), "lib");
    rmSync(lib, { recursive: true, force: true });
    const write = (file, text) => {
      mkdirSync(dirname(join(lib, file)), { recursive: true });
      for (const end of [".js", ".d.ts"]) writeFileSync(join(lib, file + end), text);
    };
    for (const [file, targets] of Object.entries(files)) write(file, fileOf(targets));
    write("providers/index", 'export * from "latchkey/providers";\n');
    for (const provider of providers()) write(`providers/${provider}`, providerFile(provider));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePackages();
