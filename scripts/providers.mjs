// Writes what follows from the files in src/providers: the types of provider ids, and the table
// of providers in the documentation. With --check it only tells whether both are up to date.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatted } from "./formatted.mjs";
import { listProviders, variables } from "./provider-list.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const providers = await listProviders();
const outputs = new Map([
  ["src/providers/ids.ts", idTypes(providers)],
  ["docs/providers.md", table(providers)],
]);

for (const [path, text] of outputs) {
  const file = join(root, path);
  const wanted = await formatted(file, text);
  if (process.argv.includes("--check")) await compare(file, wanted);
  else await save(file, wanted);
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
\`clientSecret\` and \`issuer\` to the factory. "Vouches" tells whether the provider makes sure that an e-mail
address is the person's own: see [Addresses of people](oauth.md#addresses-of-people).

| Provider | Id | Import | Type | Vouches | Callback path | Environment |
| --- | --- | --- | --- | --- | --- | --- |
${list.map(row).join("\n")}
`;
}

function row(provider) {
  const { file, factory, id, name, type, vouches } = provider;
  const callback = type === "webauthn" ? "" : `\`/callback/${id}\``;
  return `| ${[
    name,
    `\`${id}\``,
    `\`import ${factory} from "latchkey/providers/${file}"\``,
    type,
    vouches,
    callback,
    variables(provider)
      .map((name) => `\`${name}\``)
      .join(", "),
  ].join(" | ")} |`;
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
