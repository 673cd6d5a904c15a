import { weaknessOf } from "../../config/weakness.js";
import { InvalidConfiguration } from "../../errors.js";

/** What an application wrote before it moved here, and until when it is read. */
export interface AuthjsMigrationOptions {
  /**
   * The day from which old sessions are no longer read, at most a year from now, or 30 days with a weak secret. By
   * then every user who came back has a new one. @default AUTH_MOVED_UNTIL
   */
  until?: string | Date | undefined;
  /**
   * Secrets from before that are no longer to sign anything. They open sessions and links in mails that were made
   * before the move, and nothing else. @default AUTH_MOVED_SECRET
   */
  secret?: string | readonly string[] | undefined;
  /**
   * Reads a secret that can be guessed: under 32 characters, or of fewer than 8 different ones. Anyone who guesses
   * it can sign in as any user without a second factor until `until`, at most 30 days from now. @default false
   */
  weakSecret?: boolean | undefined;
  /** "v4": session cookies of next-auth 4 are read and replaced. @default "v5" */
  from?: "v4" | "v5" | undefined;
  /** The name of that cookie, if the application had its own. @default `next-auth.session-token` */
  cookieName?: string | undefined;
  /**
   * With "v4": sessions are written as cookies of next-auth 4 only, so that servers of both versions run side by
   * side and the move can be undone. @default false
   */
  writes?: boolean | undefined;
}

/** The options, once the environment had its say. */
export interface Migration extends AuthjsMigrationOptions {
  until: string | Date;
}

const day = 24 * 60 * 60 * 1000;
const longest = 366 * day;
const longestWeak = 30 * day;
const shortestSecret = 8;

/** Throws what is wrong with the options. */
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

/** Without an end, whatever is weak about the old sessions would stay for ever. */
function untilProblem(migration: Migration, now: number): string | undefined {
  const end = endOf(migration);
  if (Number.isNaN(end)) {
    return '`authjsMigration` needs the day from which sessions from before the move are no longer read: set `until: "2027-01-31"` or AUTH_MOVED_UNTIL.';
  }
  if (end - now <= longest) return undefined;
  return "`until` of `authjsMigration` is more than a year ahead. Choose the day on which the last session from before the move has ended.";
}

/** Those that can be guessed. */
export function weakSecrets(migration: Migration): readonly string[] {
  return olderSecrets(migration).filter((secret) => weaknessOf(secret) !== undefined);
}

function secretProblem(migration: Migration, now: number): string | undefined {
  const secrets: readonly unknown[] = olderSecrets(migration);
  const isUsable = (secret: unknown) =>
    typeof secret === "string" && secret.trim().length >= shortestSecret;
  if (secrets.every(isUsable)) return weakProblem(migration, now);
  return `A secret of \`authjsMigration\` has fewer than ${shortestSecret} characters: anybody could make sessions with it. Leave it out; users sign in again once.`;
}

function weakProblem(migration: Migration, now: number): string | undefined {
  const [secret] = weakSecrets(migration);
  if (secret === undefined) return undefined;
  if (migration.weakSecret !== true) {
    return `A secret of \`authjsMigration\` ${weaknessOf(secret) ?? ""}: anyone who guesses it can sign in as anyone. To read its sessions for up to 30 days all the same, set \`weakSecret: true\`; else leave it out, and users sign in again once.`;
  }
  if (endOf(migration) - now <= longestWeak) return undefined;
  return "`until` of `authjsMigration` is more than 30 days ahead. With `weakSecret` that is the most: choose an earlier day.";
}

function formProblem({ from, writes }: Migration): string | undefined {
  const origins: readonly unknown[] = [undefined, "v4", "v5"];
  if (!origins.includes(from)) {
    return `\`from\` of \`authjsMigration\` is ${JSON.stringify(from)}. It is "v4" or "v5".`;
  }
  if (!writes || from === "v4") return undefined;
  return '`writes` of `authjsMigration` is for `from: "v4"` only.';
}
