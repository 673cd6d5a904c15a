// Writes what follows from the files in src/providers: the types of provider ids, and the table
// of providers in the documentation. With --check it only tells whether both are up to date.
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { format, resolveConfig } from "prettier";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "src/providers");
const notProviders = new Set(["index.ts", "ids.ts"]);

const providers = await loadProviders(await providerFiles());
const outputs = new Map([
  ["src/providers/ids.ts", idTypes(providers)],
  ["docs/providers.md", table(providers)],
]);

for (const [path, text] of outputs) {
  const file = join(root, path);
  const wanted = await format(text, { ...(await resolveConfig(file)), filepath: file });
  if (process.argv.includes("--check")) await compare(file, wanted);
  else await save(file, wanted);
}

async function providerFiles() {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !notProviders.has(name))
    .map((name) => name.slice(0, -".ts".length))
    .sort();
}

/** Calls every factory without options, as the library itself does to learn its id. */
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
  const { id, name, type } = factory();
  return { file, factory: factory.name, id, name, type, needsIssuer: needsIssuer(factory) };
}

/** Whether it is the issuer that tells where people sign in. */
function needsIssuer(factory) {
  const place = ({ type, issuer, authorization }) =>
    type === "oidc" ? issuer : (authorization?.url ?? authorization);
  const known = place(factory({ clientId: "id", issuer: "https://issuer.example" }));
  const without = place(factory({ clientId: "id" }));
  return typeof without !== "string" && (typeof known === "string" || factory().type === "oidc");
}

function idTypes(list) {
  const union = (types) =>
    list
      .filter(({ type }) => types.includes(type))
      .map(({ id }) => JSON.stringify(id))
      .join(" | ") || "never";
  return `// Written by scripts/providers.mjs from the files in this folder.

/** Ids of the OAuth and OpenID Connect providers that come with the library. */
export type OAuthProviderId = ${union(["oauth", "oidc"])};

/** Ids of the e-mail providers that come with the library. */
export type EmailProviderId = ${union(["email"])};
`;
}

function table(list) {
  return `# Providers

<!-- Written by scripts/providers.mjs; edits are lost. -->

Each provider is one import. Register the callback path, below the address of your site and the
base path of the library, with the provider; set the environment variables, or pass \`clientId\`,
\`clientSecret\` and \`issuer\` to the factory.

| Provider | Id | Import | Type | Callback path | Environment |
| --- | --- | --- | --- | --- | --- |
${list.map(row).join("\n")}
`;
}

function row(provider) {
  const { file, factory, id, name, type } = provider;
  const callback = type === "webauthn" ? "" : `\`/callback/${id}\``;
  return `| ${[
    name,
    `\`${id}\``,
    `\`import ${factory} from "latchkey/providers/${file}"\``,
    type,
    callback,
    variables(provider),
  ].join(" | ")} |`;
}

function variables({ id, type, needsIssuer }) {
  const prefix = `AUTH_${id.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
  if (type === "email") return `\`${prefix}_KEY\``;
  if (type !== "oauth" && type !== "oidc") return "";
  const names = ["ID", "SECRET", ...(needsIssuer ? ["ISSUER"] : [])];
  return names.map((name) => `\`${prefix}_${name}\``).join(", ");
}

async function compare(file, wanted) {
  const found = await readFile(file, "utf8").catch(() => "");
  if (found === wanted) return;
  console.error(`${file} is out of date: run node scripts/providers.mjs`);
  process.exitCode = 1;
}

async function save(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
