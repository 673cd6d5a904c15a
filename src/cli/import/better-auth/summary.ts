import type { Stored } from "./store.js";

/** Sums up what was stored of all users. */
export function summarize(all: readonly Stored[]) {
  const count = (counts: (one: Stored) => boolean) => all.filter(counts).length;
  const sessions = all.flatMap((one) => one.sessions);
  const last = sessions.reduce((latest, { expires }) => Math.max(latest, expires.getTime()), 0);
  return {
    users: count(({ user }) => user === "new"),
    /** Users who existed before. */
    known: count(({ user }) => user === "known"),
    accounts: all.reduce((sum, { accounts }) => sum + accounts, 0),
    passwords: count(({ password }) => password !== undefined),
    /** How many of them have a format that the provider's `verify` must support. */
    foreignPasswords: count(({ password }) => password === "foreign"),
    authenticatorApps: count(({ app }) => app),
    sessions: sessions.length,
    /** The day after the last session ends. */
    until: last === 0 ? undefined : new Date(last + 86_400_000).toISOString().slice(0, 10),
    /** Ids of users who weren't stored, because another user has their address. */
    conflicts: all.filter(({ user }) => user === "conflict").map(({ id }) => id),
  };
}

type ImportSummary = ReturnType<typeof summarize>;

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
