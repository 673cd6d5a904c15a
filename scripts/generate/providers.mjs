// Writes what follows from the files in src/providers: the types of provider ids, and the table
// of providers in the documentation. With --check it only tells whether both are up to date.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatted } from "./written.mjs";
import { listProviders, variables } from "./provider-list.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

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
  return `// Written by scripts/generate/providers.mjs from the files in this folder.

/** Ids of the OAuth and OpenID Connect providers that come with the library. */
export type OAuthProviderId = ${union(["oauth", "oidc"])};

/** Ids of the email providers that come with the library. */
export type EmailProviderId = ${union(["email"])};
`;
}

function table(list) {
  return `# Provider catalog

<!-- Written by scripts/generate/providers.mjs; edits are lost. -->

Each provider is one import. Register the callback URL at the provider: the URL of your site, the base path, and the callback path below, such as \`https://example.com/auth/callback/github\`. Set the environment variables, or pass \`clientId\`, \`clientSecret\` and \`issuer\` to the factory. "Vouches" says whether the provider verifies that an email address belongs to the user: see [verified email addresses](oauth.md#verified-email-addresses). For any other OAuth 2.0 or OpenID Connect server, see [OAuth and OpenID Connect](oauth.md).

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
  console.error(`${file} is out of date: run node scripts/generate/providers.mjs`);
  process.exitCode = 1;
}

async function save(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
