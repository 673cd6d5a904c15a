// What scripts write, as `npm run format` would leave it.
import { readFileSync } from "node:fs";
import { format } from "oxfmt";

const settings = new URL("../.oxfmtrc.json", import.meta.url);
const { $schema: _, ignorePatterns: __, ...style } = JSON.parse(readFileSync(settings, "utf8"));

/** The text of a file; its name says in which language it is. */
export async function formatted(file, text) {
  const { code, errors } = await format(file, text, style);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
