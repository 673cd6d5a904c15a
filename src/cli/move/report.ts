import type { From } from "./names.js";
import type { Rewritten } from "./source.js";

/** A file of the application, after the move. */
export interface Moved extends Rewritten {
  readonly path: string;
  readonly from: From;
}

/** The lines that are printed. */
export function* describe(
  files: readonly Moved[],
  { until, writes }: { until: string; writes: boolean },
): Generator<string> {
  const changed = files.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) yield "There is nothing to rewrite.";
  for (const { path, changes } of changed) {
    yield `${writes ? "Rewrote" : "Would rewrite"} ${path}`;
    for (const change of new Set(changes)) yield `  ${change}`;
  }
  yield* section("\nLook at these yourself", notesOf(files));
  if (changed.length === 0) return;
  yield* section(
    "\nThese variables are still read. If you rename one to AUTH_SECRET or AUTH_URL, rename it everywhere at once",
    variablesOf(files),
  );
  yield "\nNext steps";
  const steps = stepsFor(files, until);
  for (const [index, step] of steps.entries()) yield `  ${index + 1}. ${step}`;
}

function* section(title: string, lines: readonly string[]): Generator<string> {
  if (lines.length === 0) return;
  yield title;
  yield* lines;
}

function notesOf(files: readonly Moved[]): string[] {
  return files.flatMap(({ path, notes }) =>
    notes.map(({ line, text }) => `  ${path}:${line}  ${text}`),
  );
}

/** Only for Auth.js v5: next-auth 4 apps use these names already, and keep them. */
function variablesOf(files: readonly Moved[]): string[] {
  return files.flatMap(({ path, from, variables = [] }) =>
    from === "v5" ? variables.map(({ line, text }) => `  ${path}:${line}  ${text}`) : [],
  );
}

function stepsFor(files: readonly Moved[], until: string): string[] {
  const isV4 = files.some(({ from }) => from === "v4");
  const isV5 = files.some(({ from }) => from === "v5");
  const pages = [isV4 && "moving-from-authjs-v4.md", isV5 && "moving-from-authjs.md"];
  const read = `Read ${pages
    .filter((page) => page !== false)
    .map((page) => `docs/${page}`)
    .join(" and ")}: what is different, and the order of deploys.`;
  return ["npm install", ...(isV4 ? stepsOfV4(files, until) : []), read];
}

function stepsOfV4(files: readonly Moved[], until: string): string[] {
  const places = files.flatMap(({ path, from, options = [] }) =>
    from === "v4" ? options.map((line) => `${path}:${line}`) : [],
  );
  const first =
    places.length === 0
      ? [`Add \`migration: { until: "${until}", writes: true }\` to the options of NextAuth.`]
      : [];
  const where = places.length === 0 ? "" : ` (${places.join(", ")})`;
  return [
    ...first,
    "Deploy. Users stay signed in, and both versions read each other's sessions, so you can deploy the old one again.",
    `When you won't go back, remove \`writes: true\` from \`migration\`${where} and deploy again. Sessions of next-auth 4 are read until ${until}.`,
  ];
}
