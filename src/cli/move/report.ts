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
  yield* section("\nLook at these yourself", files);
  if (changed.length === 0) return;
  // Only for Auth.js v5: next-auth 4 apps use these names already, and keep them.
  const ofV5 = files.filter(({ from }) => from === "v5");
  yield* section(
    "\nThese variables are still read. If you rename one to AUTH_SECRET or AUTH_URL, rename it everywhere at once",
    ofV5.map(({ path, variables = [] }) => ({ path, notes: variables })),
  );
  yield "\nNext steps";
  const steps = ["npm install", ...stepsOfV4(files, until), readingOf(files)];
  for (const [index, step] of steps.entries()) yield `  ${index + 1}. ${step}`;
}

function* section(title: string, files: readonly Pick<Moved, "path" | "notes">[]) {
  if (files.some(({ notes }) => notes.length > 0)) yield title;
  for (const { path, notes } of files) {
    for (const { line, text } of notes) yield `  ${path}:${line}  ${text}`;
  }
}

function readingOf(files: readonly Moved[]): string {
  const pages = { v4: "docs/moving-from-authjs-v4.md", v5: "docs/moving-from-authjs.md" };
  const used = (["v4", "v5"] as const).filter((one) => files.some(({ from }) => from === one));
  return `Read ${used.map((one) => pages[one]).join(" and ")}: what is different, and the order of deploys.`;
}

function* stepsOfV4(files: readonly Moved[], until: string): Generator<string> {
  const ofV4 = files.filter(({ from }) => from === "v4");
  if (ofV4.length === 0) return;
  const places = ofV4.flatMap(({ path, options = [] }) => options.map((line) => `${path}:${line}`));
  if (places.length === 0) {
    yield `Add \`migration: { until: "${until}", writes: true }\` to the options of NextAuth.`;
  }
  const where = places.length === 0 ? "" : ` (${places.join(", ")})`;
  yield "Deploy. Users stay signed in, and both versions read each other's sessions, so you can deploy the old one again.";
  yield `When you won't go back, remove \`writes: true\` from \`migration\`${where} and deploy again. Sessions of next-auth 4 are read until ${until}.`;
}
