// What the files in src/providers declare.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "src/providers");
const notProviders = new Set(["index.ts", "ids.ts", "oauth.ts", "provider-types.ts"]);

/** Every built-in provider, as data. */
export async function listProviders() {
  return loadProviders(await providerFiles());
}

async function providerFiles() {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !notProviders.has(name))
    .map((name) => name.slice(0, -".ts".length))
    .sort();
}

/** Calls every factory without options, as the library does to learn its id. */
async function loadProviders(files) {
  const outfile = join(root, "node_modules/.cache/latchkey/providers.mjs");
  const contents = files
    .map((file, index) => `export { default as provider${index} } from "./${file}.ts";`)
    .join("\n");
  await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: "esm",
    packages: "external",
    logLevel: "error",
    outfile,
  });
  const factories = await import(`${pathToFileURL(outfile).href}?${Date.now()}`);
  return files.map((file, index) => describe(file, factories[`provider${index}`]));
}

function describe(file, factory) {
  const { id, name, type, emailVerified, issuer, authorization } = factory();
  const vouches = vouching(type, emailVerified);
  return {
    file,
    factory: factory.name,
    id,
    name,
    type,
    vouches,
    needsIssuer: needsIssuer(factory),
    issuer,
    scope: authorization?.params?.scope,
  };
}

/** Whether it verifies the email addresses it returns: see docs/oauth.md. */
function vouching(type, emailVerified) {
  if (type !== "oauth" && type !== "oidc") return "";
  if (typeof emailVerified === "function") return "as it says";
  if (emailVerified === undefined) return "not known";
  return emailVerified ? "always" : "no";
}

/** Whether the issuer decides where people sign in. */
function needsIssuer(factory) {
  const place = ({ type, issuer, authorization }) =>
    type === "oidc" ? issuer : (authorization?.url ?? authorization);
  const known = place(factory({ clientId: "id", issuer: "https://issuer.example" }));
  const without = place(factory({ clientId: "id" }));
  return typeof without !== "string" && (typeof known === "string" || factory().type === "oidc");
}

/** The environment variables that set its options. */
export function variables({ id, type, needsIssuer }) {
  const prefix = `AUTH_${id.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
  if (type === "email") return [`${prefix}_KEY`];
  if (type !== "oauth" && type !== "oidc") return [];
  const names = ["ID", "SECRET", ...(needsIssuer ? ["ISSUER"] : [])];
  return names.map((name) => `${prefix}_${name}`);
}
