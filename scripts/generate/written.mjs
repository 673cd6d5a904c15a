// What scripts generate: parts of pages between two comments, formatted as `npm run format` would.
import { readFileSync } from "node:fs";
import { format } from "oxfmt";

const settings = new URL("../../.oxfmtrc.json", import.meta.url);
const { $schema: _, ignorePatterns: __, ...style } = JSON.parse(readFileSync(settings, "utf8"));

/** Formats the text of a file; the file name decides the language. */
export async function formatted(file, text) {
  const { code, errors } = await format(file, text, style);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}

/** The page with this text between the markers of that name. */
export function between(page, name, text) {
  const [first, last] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [start, end] = [page.indexOf(first), page.indexOf(last)];
  if (start === -1 || end < start) throw new Error(`The page has no part "${name}".`);
  return `${page.slice(0, start + first.length)}\n\n${text}\n\n${page.slice(end)}`;
}
