import { isRecord, parseObject } from "../../core/values/json.js";
import { cookieNotes } from "./cookies.js";
import { replaced, type From } from "./names.js";
import type { MoveOptions, Note, Rewritten } from "./source.js";

const groups = ["dependencies", "devDependencies", "peerDependencies"] as const;
const others = /^@auth\/(?:solid-start|qwik)$|^auth-astro$/;

/** package.json with latchkey in place of what it replaces. Only the lines of packages change. */
export function rewriteManifest(text: string, version: string): Rewritten {
  const manifest = parseObject(text);
  if (!manifest) return { text, changes: [], notes: [{ line: 1, text: "isn't JSON." }] };
  const changes: string[] = [];
  const notes: Note[] = [];
  if (text.includes('"@sidebase/nuxt-auth"')) return { text, changes, notes: [nuxtNote(text)] };
  for (const group of groups) {
    const packages = manifest[group];
    if (!isRecord(packages)) continue;
    const gone = replaced.filter((name) => name in packages);
    for (const [name, range] of Object.entries(packages)) {
      if (others.test(name)) notes.push(aliasNote(text, name));
      if (gone.includes(name) && String(range).startsWith("catalog:")) {
        notes.push(catalogNote(text, name));
      }
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
    text: `${name} can stay and use latchkey. In package.json, add "overrides": { "@auth/core": "npm:latchkey-auth-core" }.`,
  };
}

function nuxtNote(text: string): Note {
  return {
    line: lineOf(text, '"@sidebase/nuxt-auth"'),
    text: '@sidebase/nuxt-auth calls next-auth 4 itself, so this package was left as it is. Put `latchkey/nuxt` in its place (docs/nuxt.md), with `authjsMigration({ from: "v4" })` among the plugins: users stay signed in.',
  };
}

function catalogNote(text: string, name: string): Note {
  return {
    line: lineOf(text, `"${name}"`),
    text: `${name} is still in the catalog of your workspace: remove it there when no package uses it.`,
  };
}

/** The setting that accepts a weak secret. */
const lineFor: Readonly<Record<From, string>> = {
  v4: ", with `migration: { weakSecret: true }` in the options of NextAuth",
  v5: ', with `plugins: [authjsMigration({ weakSecret: true })]` from "latchkey/plugins/authjs-migration"',
};

/**
 * An environment file with the day until which sessions of next-auth 4 are accepted. No name
 * changes: Auth.js's names are read, too.
 */
export function rewriteEnvironment(text: string, { from, until }: MoveOptions): Rewritten {
  const set = text.split("\n").flatMap((line, index) => {
    const variable = variableIn(line);
    return variable ? [{ ...variable, line: index + 1 }] : [];
  });
  const valueOf = (name: string) => set.find((variable) => variable.name === name);
  const secret = valueOf("AUTH_SECRET") ?? valueOf("NEXTAUTH_SECRET");
  const notes = secret ? secretNotes(secret, { from, until }) : [];
  const old = set.filter(({ name }) => name.startsWith("NEXTAUTH_"));
  const variables = old.map(({ name, line }) => ({ line, text: name }));
  const needsDay =
    from === "v4" && (secret ?? old[0]) !== undefined && !valueOf("AUTH_MOVED_UNTIL");
  if (!needsDay) return { text, changes: [], notes, variables };
  const end = text.endsWith("\n") ? "" : "\n";
  const day = `AUTH_MOVED_UNTIL=${until}`;
  return { text: `${text}${end}${day}\n`, changes: [day], notes, variables };
}

function secretNotes(secret: Variable & { line: number }, { from, until }: MoveOptions): Note[] {
  if (secret.value === "" || secret.value.trim().length >= 32) return [];
  const text = `This secret is too short for production. Create a new AUTH_SECRET (npx latchkey secret) and keep the old one for up to 30 days: AUTH_MOVED_SECRET=… and AUTH_MOVED_UNTIL=${until}${lineFor[from]}`;
  return [{ line: secret.line, text }];
}

/** Notes on cookies and variables in a file of a container, a proxy, a build tool or CI. */
export function readSettings(text: string, from: From): Rewritten {
  const lines = text.split("\n").map((line, index) => ({ line: index + 1, text: line }));
  const notes = lines.flatMap(({ line, text: given }) =>
    [...cookieNotes(given, from)].map((note) => ({ line, text: note })),
  );
  const variables = lines.flatMap(({ line, text: given }) =>
    (given.match(/\bNEXTAUTH_(?:SECRET|URL)\b/g) ?? []).map((name) => ({ line, text: name })),
  );
  return { text, changes: [], notes, variables };
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

/** The variable that a line in such a file sets. */
function variableIn(line: string): Variable | undefined {
  const [left = "", ...rest] = line.split("=");
  if (rest.length === 0 || left.trim().startsWith("#")) return undefined;
  const name = left.trim().split(/[ \t]/).at(-1) ?? "";
  return { name, value: rest.join("=").trim().replaceAll(/["']/g, "") };
}

function lineOf(text: string, part: string): number {
  return text.slice(0, Math.max(0, text.indexOf(part))).split("\n").length;
}

/** The parser doesn't support components of Svelte, Vue and Astro, so their lines must be changed by hand. */
export function readComponent(text: string, from: From): Rewritten {
  const { notes, ...settings } = readSettings(text, from);
  return { ...settings, notes: [...notesOnImports(text), ...notes] };
}

function notesOnImports(text: string): Note[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      /["'](?:next-auth|@auth\/core|@auth\/sveltekit|@hono\/auth-js)["'/]/.test(line)
        ? [{ line: index + 1, text: "imports a module under its old name." }]
        : [],
    );
}
