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
  const note = (name: string, advice: string) => {
    const before = text.slice(0, Math.max(0, text.indexOf(`"${name}"`)));
    notes.push({ line: before.split("\n").length, text: `${name} ${advice}` });
  };
  if (text.includes('"@sidebase/nuxt-auth"')) {
    note("@sidebase/nuxt-auth", nuxtAdvice);
    return { text, changes, notes };
  }
  for (const group of groups) {
    const packages = manifest[group];
    if (!isRecord(packages)) continue;
    const gone = replaced.filter((name) => name in packages);
    for (const [name, range] of Object.entries(packages)) {
      if (others.test(name)) note(name, aliasAdvice);
      if (gone.includes(name) && String(range).startsWith("catalog:")) note(name, catalogAdvice);
    }
    if (gone.length === 0) continue;
    const kept = Object.entries(packages).filter(([name]) => !gone.includes(name));
    const next = [...kept, ["latchkey", packages["latchkey"] ?? version] as const];
    const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
      a < b ? -1 : 1;
    manifest[group] = Object.fromEntries([...new Map(next)].sort(byName));
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

const aliasAdvice =
  'can stay and use latchkey. In package.json, add "overrides": { "@auth/core": "npm:latchkey-auth-core" }.';
const nuxtAdvice =
  'calls next-auth 4 itself, so this package was left as it is. Put `latchkey/nuxt` in its place (docs/nuxt.md), with `authjsMigration({ from: "v4" })` among the plugins: users stay signed in.';
const catalogAdvice =
  "is still in the catalog of your workspace: remove it there when no package uses it.";

const linesOf = (text: string) =>
  text.split("\n").map((line, index) => ({ line: index + 1, text: line }));

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
  const set = linesOf(text).flatMap(({ line, text: written }) => {
    const [left = "", ...rest] = written.split("=");
    if (rest.length === 0 || left.trim().startsWith("#")) return [];
    const name = left.trim().split(/[ \t]/).at(-1) ?? "";
    return [{ line, name, value: rest.join("=").trim().replaceAll(/["']/g, "") }];
  });
  const named = (name: string) => set.find((variable) => variable.name === name);
  const secret = named("AUTH_SECRET") ?? named("NEXTAUTH_SECRET");
  const isWeak = secret && secret.value !== "" && secret.value.trim().length < 32;
  const advice = `This secret is too short for production. Create a new AUTH_SECRET (npx latchkey secret) and keep the old one for up to 30 days: AUTH_MOVED_SECRET=… and AUTH_MOVED_UNTIL=${until}${lineFor[from]}`;
  const notes = isWeak ? [{ line: secret.line, text: advice }] : [];
  const old = set.filter(({ name }) => name.startsWith("NEXTAUTH_"));
  const variables = old.map(({ name, line }) => ({ line, text: name }));
  const needsDay = from === "v4" && (secret ?? old[0]) !== undefined && !named("AUTH_MOVED_UNTIL");
  if (!needsDay) return { text, changes: [], notes, variables };
  const end = text.endsWith("\n") ? "" : "\n";
  const day = `AUTH_MOVED_UNTIL=${until}`;
  return { text: `${text}${end}${day}\n`, changes: [day], notes, variables };
}

/** Notes on cookies and variables in a file of a container, a proxy, a build tool or CI. */
export function readSettings(text: string, from: From): Rewritten {
  const lines = linesOf(text);
  const notes = lines.flatMap(({ line, text: given }) =>
    [...cookieNotes(given, from)].map((note) => ({ line, text: note })),
  );
  const variables = lines.flatMap(({ line, text: given }) =>
    (given.match(/\bNEXTAUTH_(?:SECRET|URL)\b/g) ?? []).map((name) => ({ line, text: name })),
  );
  return { text, changes: [], notes, variables };
}

const oldImport = /["'](?:next-auth|@auth\/core|@auth\/sveltekit|@hono\/auth-js)["'/]/;

/** The parser doesn't support components of Svelte, Vue and Astro, so their lines must be changed by hand. */
export function readComponent(text: string, from: From): Rewritten {
  const { notes, ...settings } = readSettings(text, from);
  const imports = linesOf(text).filter((one) => oldImport.test(one.text));
  const advice = "imports a module under its old name.";
  return { ...settings, notes: [...imports.map(({ line }) => ({ line, text: advice })), ...notes] };
}
