// A page for each provider of the catalogue, from its data and its own words.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listProviders, variables } from "../provider-list.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

export async function providerPages() {
  const list = await listProviders();
  return list.map((provider) => [`provider/${provider.file}.md`, page(provider)]);
}

const vouching = {
  always: "It makes sure that addresses are people's own: they count as proven.",
  "as it says": "It says of each address whether it is proven, and that is believed.",
  no: "It does not make sure that addresses are people's own: they do not count as proven.",
  "not known": "Whether it makes sure of addresses is not known: they do not count as proven.",
};

function page(provider) {
  const { file, factory, id, name, type, scope, issuer, vouches } = provider;
  const { words, see } = commentOf(file);
  const names = variables(provider);
  const rows = [
    ["Id", `\`${id}\``],
    ["Type", type],
    ...(type === "webauthn" || type === "credentials"
      ? []
      : [["Callback URL", `\`https://example.com/auth/callback/${id}\``]]),
    ...(typeof issuer === "string" ? [["Issuer", `\`${issuer}\``]] : []),
    ...(typeof scope === "string" ? [["Scope", `\`${scope}\``]] : []),
    ...(names.length > 0 ? [["Environment", names.map((one) => `\`${one}\``).join(", ")]] : []),
    ...(see === undefined ? [] : [["Where to register", `<${see}>`]]),
  ];
  const table = rows.map(([key, value]) => `| ${key} | ${value} |`).join("\n");
  const proof =
    vouches === ""
      ? ""
      : `\n## Addresses\n\n${vouching[vouches]} See [Addresses of people](../oauth.md#addresses-of-people).\n`;
  return `# ${name}

${words}

| | |
| --- | --- |
${table}

\`\`\`ts
import ${factory} from "latchkey/providers/${file}";

export const provider = ${factory}();
\`\`\`
${proof}`;
}

/** What the comment of the factory says, without its example. */
function commentOf(file) {
  const source = readFileSync(join(root, "src/providers", `${file}.ts`), "utf8");
  const before = source.slice(0, source.indexOf("export default"));
  const comment = before.slice(before.lastIndexOf("/**")).replace(/^\s*(\/\*\*|\*\/|\* ?)/gm, "");
  const see = /@see (\S+)/.exec(comment)?.[1];
  const words = comment
    .replace(/```[^]*?```/g, "")
    .replace(/^Callback URL to register:.*$/gm, "")
    .replace(/^@\w+[^]*$/m, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/</g, "&lt;")
    .trim();
  return { words, see };
}
