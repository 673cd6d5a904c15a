import { weaknessOf } from "../../core/config/weakness.js";
import { InvalidConfiguration } from "../../core/errors/errors.js";

/** Options of `authjsMigration()`: which old sessions are accepted, and until when. */
export interface AuthjsMigrationOptions {
  /**
   * The day from which old sessions are refused: at most a year from now, or 30 days with a weak
   * secret. By then, users who came back have a new session. @default AUTH_MOVED_UNTIL
   */
  until?: string | Date | undefined;
  /**
   * Old secrets that sign nothing new. They open sessions and links in mails from before the move,
   * and nothing else.
   * @default AUTH_MOVED_SECRET
   */
  secret?: string | readonly string[] | undefined;
  /**
   * Accepts an old secret that can be guessed: under 32 characters, or fewer than 8 different ones.
   * Until `until`, at most 30 days from now, anyone who guesses it can sign in as any user without
   * a second factor.
   * @default false
   */
  weakSecret?: boolean | undefined;
  /** `"v4"` accepts and replaces session cookies of next-auth 4. @default "v5" */
  from?: "v4" | "v5" | undefined;
  /**
   * The name of the old cookie, if the application had its own. @default `next-auth.session-token`
   */
  cookieName?: string | undefined;
  /**
   * With `"v4"`: writes sessions as cookies of next-auth 4 only, so that servers of both versions
   * can run side by side and you can roll back. @default false
   */
  writes?: boolean | undefined;
}

/** The options, completed from the environment. */
export interface Migration extends AuthjsMigrationOptions {
  until: string | Date;
}

const day = 24 * 60 * 60 * 1000;
const longest = 366 * day;
const longestWeak = 30 * day;
const shortestSecret = 8;

/** Throws if the options are invalid. */
export function assertOptions(migration: Migration, now = Date.now()): void {
  const problem =
    untilProblem(migration, now) ?? secretProblem(migration, now) ?? formProblem(migration);
  if (problem !== undefined) throw new InvalidConfiguration(problem);
}

/** Milliseconds since 1970. */
export function endOf({ until }: Migration): number {
  return until instanceof Date ? until.getTime() : Date.parse(until);
}

export function olderSecrets({ secret }: Migration): readonly string[] {
  return [secret ?? []].flat().filter((text) => text !== "");
}

/** The end is required: without it, the weaknesses of old sessions would stay forever. */
function untilProblem(migration: Migration, now: number): string | undefined {
  const end = endOf(migration);
  if (Number.isNaN(end)) {
    return '`authjsMigration` needs the date from which old sessions are no longer accepted: set `until: "2027-01-31"` or AUTH_MOVED_UNTIL.';
  }
  if (end - now <= longest) return undefined;
  return "`until` of `authjsMigration` is more than a year ahead. Set the date on which the last old session will have expired.";
}

/** The old secrets that can be guessed. */
export function weakSecrets(migration: Migration): readonly string[] {
  return olderSecrets(migration).filter((secret) => weaknessOf(secret) !== undefined);
}

function secretProblem(migration: Migration, now: number): string | undefined {
  const secrets: readonly unknown[] = olderSecrets(migration);
  const isUsable = (secret: unknown) =>
    typeof secret === "string" && secret.trim().length >= shortestSecret;
  if (secrets.every(isUsable)) return weakProblem(migration, now);
  return `A secret of \`authjsMigration\` has fewer than ${shortestSecret} characters: anyone could forge sessions with it. Remove it; users sign in again once.`;
}

function weakProblem(migration: Migration, now: number): string | undefined {
  const [secret] = weakSecrets(migration);
  if (secret === undefined) return undefined;
  if (migration.weakSecret !== true) {
    return `A secret of \`authjsMigration\` ${weaknessOf(secret) ?? ""}: anyone who guesses it can sign in as anyone. To accept its sessions for up to 30 days anyway, set \`weakSecret: true\`; otherwise remove it, and users sign in again once.`;
  }
  if (endOf(migration) - now <= longestWeak) return undefined;
  return "`until` of `authjsMigration` is more than 30 days ahead. That's the maximum with `weakSecret`: set an earlier date.";
}

function formProblem({ from, writes }: Migration): string | undefined {
  const origins: readonly unknown[] = [undefined, "v4", "v5"];
  if (!origins.includes(from)) {
    return `\`from\` of \`authjsMigration\` is ${JSON.stringify(from)}. It is "v4" or "v5".`;
  }
  if (!writes || from === "v4") return undefined;
  return '`writes` of `authjsMigration` is for `from: "v4"` only.';
}
