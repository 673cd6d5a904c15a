// A page for each built-in provider, from its data and its TSDoc.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listProviders, variables } from "../generate/provider-list.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

export async function providerPages() {
  const list = await listProviders();
  return list.map((provider) => [`provider/${provider.file}.md`, page(provider)]);
}

const vouching = {
  always: "It verifies email addresses, so they count as verified here.",
  "as it says": "It says for each email address whether it's verified, and that is trusted.",
  no: "It doesn't verify email addresses, so they don't count as verified here.",
  "not known":
    "It isn't known whether it verifies email addresses, so they don't count as verified here.",
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
      : `\n## Email addresses\n\n${vouching[vouches]} See [verified email addresses](../oauth.md#verified-email-addresses).\n`;
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

/** The TSDoc of the factory, without its example. */
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
