import type { Stored } from "./store.js";

/** What was stored of all users. */
export interface ImportSummary {
  readonly users: number;
  /** Users who existed before. */
  readonly known: number;
  readonly accounts: number;
  readonly passwords: number;
  /** How many of them have a format that the provider's `verify` must support. */
  readonly foreignPasswords: number;
  readonly authenticatorApps: number;
  readonly sessions: number;
  /** The day after the last session ends. */
  readonly until: string | undefined;
  /** Ids of users who weren't stored, because another user has their address. */
  readonly conflicts: readonly string[];
}

export function summarize(all: readonly (Stored & { readonly id: string })[]): ImportSummary {
  const count = (counts: (one: Stored) => boolean) => all.filter(counts).length;
  const last = all
    .flatMap(({ sessions }) => sessions)
    .reduce((latest, { expires }) => Math.max(latest, expires.getTime()), 0);
  return {
    users: count(({ user }) => user === "new"),
    known: count(({ user }) => user === "known"),
    accounts: all.reduce((sum, { accounts }) => sum + accounts, 0),
    passwords: count(({ password }) => password !== undefined),
    foreignPasswords: count(({ password }) => password === "foreign"),
    authenticatorApps: count(({ app }) => app),
    sessions: all.reduce((sum, { sessions }) => sum + sessions.length, 0),
    until: last === 0 ? undefined : new Date(last + 86_400_000).toISOString().slice(0, 10),
    conflicts: all.filter(({ user }) => user === "conflict").map(({ id }) => id),
  };
}

/** What the configuration lacks. */
export interface MissingFeatures {
  /** The plugin `twoFactor`. */
  readonly twoFactor: boolean;
  /** The plugin `betterAuthMigration`. */
  readonly oldCookies: boolean;
  /** It uses JWT cookies, so no sessions are stored in the database. */
  readonly rows: boolean;
}

/** The lines that are printed. */
export function* describe(
  tally: ImportSummary,
  { lacks, dryRun }: { lacks: MissingFeatures; dryRun: boolean },
): Generator<string> {
  yield dryRun ? "Would import" : "Imported";
  yield `  users               ${tally.users}${tally.known > 0 ? ` (${tally.known} were there)` : ""}`;
  yield `  accounts            ${tally.accounts}`;
  yield `  passwords           ${tally.passwords}`;
  yield `  authenticator apps  ${tally.authenticatorApps}`;
  yield `  sessions            ${tally.sessions}`;
  const notes = [...notesOf(tally, lacks)];
  if (notes.length > 0) yield "\nLook at these yourself";
  for (const note of notes) yield `  ${note}`;
}

function* notesOf(tally: ImportSummary, lacks: MissingFeatures): Generator<string> {
  const { conflicts, foreignPasswords, until } = tally;
  if (conflicts.length > 0) {
    yield `Not imported, because another user has the address: ${conflicts.join(", ")}`;
  }
  if (foreignPasswords > 0) {
    yield `${foreignPasswords} passwords have another hash format than Better Auth's scrypt: pass \`Password\` a \`verify\` function that supports it.`;
  }
  if (lacks.rows) {
    yield 'Sessions weren\'t imported, because yours are JWT cookies: users sign in again. Set `session: { strategy: "database" }` to keep them signed in.';
  } else if (lacks.oldCookies && until !== undefined) {
    yield `To keep users signed in, add \`betterAuthMigration({ until: "${until}" })\` from latchkey/plugins/better-auth-migration to \`plugins\`.`;
  }
}
