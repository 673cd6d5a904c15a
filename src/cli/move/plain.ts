import { isRecord, parseObject } from "../../json.js";
import { replaced, variables, type From } from "./names.js";
import type { Note, Rewritten } from "./source.js";

const groups = ["dependencies", "devDependencies", "peerDependencies"] as const;
const others = /^@auth\/(?:solid-start|qwik)$|^auth-astro$/;

/** package.json with latchkey in place of what it replaces. Only the lines of packages change. */
export function rewriteManifest(text: string, version: string): Rewritten {
  const manifest = parseObject(text);
  if (!manifest) return { text, changes: [], notes: [{ line: 1, text: "is no JSON." }] };
  const changes: string[] = [];
  const notes: Note[] = [];
  for (const group of groups) {
    const packages = manifest[group];
    if (!isRecord(packages)) continue;
    const gone = replaced.filter((name) => name in packages);
    for (const name of Object.keys(packages)) {
      if (others.test(name)) notes.push(aliasNote(text, name));
    }
    if (gone.length === 0) continue;
    const kept = Object.entries(packages).filter(([name]) => !gone.includes(name));
    const next = [...kept, ["latchkey", packages["latchkey"] ?? version] as const];
    const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
      a < b ? -1 : 1;
    const unique = new Map(next);
    manifest[group] = Object.fromEntries([...unique].sort(byName));
    changes.push(`${gone.join(", ")} -> latchkey`);
  }
  if (changes.length === 0) return { text, changes, notes };
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  return {
    text: JSON.stringify(manifest, null, indent) + (text.endsWith("\n") ? "\n" : ""),
    changes,
    notes,
  };
}

function aliasNote(text: string, name: string): Note {
  return {
    line: lineOf(text, `"${name}"`),
    text: `${name} stays, on latchkey: add "overrides": { "@auth/core": "npm:latchkey-auth-core" }.`,
  };
}

/** What reads these variables, and agrees that the secret is weak. */
const lineFor: Readonly<Record<From, string>> = {
  v4: ", with `migration: { weakSecret: true }` in the options of NextAuth",
  v5: ', with `plugins: [authjsMigration({ weakSecret: true })]` from "latchkey/plugins/authjs-migration"',
};

/** A file of environment variables under their new names. */
export function rewriteEnvironment(text: string, from: From, until: string): Rewritten {
  const changes: string[] = [];
  const notes: Note[] = [];
  const present = new Set(text.split("\n").map((line) => variableIn(line)?.name));
  const rename = (line: string): string => {
    const name = variableIn(line)?.name ?? "";
    const next = name.startsWith("NEXTAUTH_") ? variables[name] : undefined;
    if (next === undefined || present.has(next)) return line;
    changes.push(`${name} -> ${next}`);
    return line.replace(name, next);
  };
  const lines = text.split("\n").map(rename);
  const renamed = lines.join("\n");
  const valueOf = (name: string) =>
    lines.map(variableIn).find((variable) => variable?.name === name)?.value;
  const secret = valueOf("AUTH_SECRET");
  if (secret !== undefined && secret !== "" && secret.trim().length < 32) {
    notes.push({
      line: lineOf(renamed, "AUTH_SECRET"),
      text: `This secret is too short for production. Make a new AUTH_SECRET (npx latchkey secret) and keep the old one for up to 30 days: AUTH_MOVED_SECRET=… and AUTH_MOVED_UNTIL=${until}${lineFor[from]}`,
    });
  }
  const needsDay =
    from === "v4" && secret !== undefined && valueOf("AUTH_MOVED_UNTIL") === undefined;
  if (!needsDay) return { text: renamed, changes, notes };
  changes.push(`AUTH_MOVED_UNTIL=${until}`);
  const end = renamed === "" || renamed.endsWith("\n") ? "" : "\n";
  return { text: `${renamed}${end}AUTH_MOVED_UNTIL=${until}\n`, changes, notes };
}

/** What a line of such a file sets. */
function variableIn(line: string): { name: string; value: string } | undefined {
  const [left = "", ...rest] = line.split("=");
  if (rest.length === 0 || left.trim().startsWith("#")) return undefined;
  const name = left.trim().split(/[ \t]/).at(-1) ?? "";
  return { name, value: rest.join("=").trim().replaceAll(/["']/g, "") };
}

function lineOf(text: string, part: string): number {
  return text.slice(0, Math.max(0, text.indexOf(part))).split("\n").length;
}

/** The parser does not read these; whoever names an old module in them has to change it. */
export function notesOnComponent(text: string): Note[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      /["'](?:next-auth|@auth\/core|@auth\/sveltekit|@hono\/auth-js)["'/]/.test(line)
        ? [{ line: index + 1, text: "imports a module under its old name." }]
        : [],
    );
}
