// What a server bundle with one OpenID provider holds: esbuild, minified, each file compressed with gzip.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { distFolder, root } from "../world.mjs";

export const title = "Server bundle with one OpenID provider";
export const units = { bundle: "kB" };

const dist = fileURLToPath(new URL(distFolder, root));
const own = `import { Auth } from "${dist}/index.js"; import Google from "${dist}/providers/google.js";`;
const theirs = `import { Auth } from "@auth/core"; import Google from "@auth/core/providers/google";`;
const handler =
  "const config = { providers: [Google] }; export default (request) => Auth(request, config);";

/** The files of the bundle, and which of them each one loads. */
async function bundle(imports, handlerText = handler) {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: imports + handlerText,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    outdir: "out",
    absWorkingDir: fileURLToPath(root),
    external: ["@simplewebauthn/*", "nodemailer"],
    logLevel: "silent",
  });
  const sizes = new Map(
    outputFiles.map(({ path, contents }) => [
      path.slice(path.lastIndexOf("/") + 1),
      gzipSync(contents).length,
    ]),
  );
  const outputs = Object.entries(metafile.outputs).map(([path, { imports: list, inputs }]) => [
    path.slice(path.lastIndexOf("/") + 1),
    {
      loads: list
        .filter(({ kind }) => kind === "import-statement")
        .map((it) => it.path.slice(it.path.lastIndexOf("/") + 1)),
      inputs: Object.keys(inputs),
    },
  ]);
  return { sizes, outputs: new Map(outputs) };
}

/** The compressed size, in kB, of some files with all that they load. */
function sizeOf({ sizes, outputs }, entries) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file) || !outputs.has(file)) return;
    seen.add(file);
    outputs.get(file).loads.forEach(visit);
  };
  entries.forEach(visit);
  return [...seen].reduce((sum, file) => sum + sizes.get(file), 0) / 1000;
}

/** Files that hold one of these modules: the library's own files name what they were made of. */
const holding = ({ outputs }, modules) =>
  [...outputs]
    .filter(([, { inputs }]) =>
      inputs
        .filter((input) => input.startsWith(distFolder))
        .map((input) => readFileSync(new URL(input, root), "utf8"))
        .some((text) => modules.some((module) => text.includes(`// src/${module}.ts\n`))),
    )
    .map(([file]) => file);

/** What the beginning and the end of a sign-in at a provider load. */
const signIn = ["actions/sign-in", "actions/callback", "flows/oauth/begin", "flows/oauth/finish"];

export async function run() {
  const ours = await bundle(own);
  const peer = await bundle(theirs);
  const better = await bundle(
    'import { betterAuth } from "better-auth";',
    'export default betterAuth({ socialProviders: { google: { clientId: "", clientSecret: "" } } }).handler;',
  ).catch(() => undefined);
  const taken = {
    "latchkey, loaded at the start": sizeOf(ours, ["stdin.js"]),
    "latchkey, loaded for sign-in too": sizeOf(ours, ["stdin.js", ...holding(ours, signIn)]),
    "latchkey, with every page and flow": sizeOf(ours, [...ours.outputs.keys()]),
    "@auth/core": sizeOf(peer, [...peer.outputs.keys()]),
    ...(better && { "better-auth": sizeOf(better, [...better.outputs.keys()]) }),
  };
  return {
    bundle: Object.fromEntries(
      Object.entries(taken).map(([name, size]) => [name, { median: size, low: size, high: size }]),
    ),
  };
}

export function ratios({ bundle: size }) {
  return [
    {
      // Like for like: the peer's bundle is whole as well.
      name: "Core with one OpenID provider, the whole bundle, kB",
      value: size["latchkey, with every page and flow"].median,
      atMost: 36,
      held: 96, // docs/speed.md says why
    },
    {
      name: "The same, what a server loads to start, kB",
      value: size["latchkey, loaded at the start"].median,
      atMost: 36,
    },
    {
      name: "The same, what it has loaded once somebody has signed in, kB",
      value: size["latchkey, loaded for sign-in too"].median,
    },
  ];
}
