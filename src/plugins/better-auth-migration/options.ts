import { InvalidConfiguration } from "../../core/errors/errors.js";

/** Options of `betterAuthMigration()`: the old cookie, and until when it is accepted. */
export interface BetterAuthMigrationOptions {
  /**
   * The day from which the old cookies are no longer accepted, at most a year from now. `latchkey import better-auth`
   * prints the day on which the last imported session ends.
   */
  until: string | Date;
  /** `advanced.cookiePrefix` of Better Auth. @default "better-auth" */
  cookiePrefix?: string | undefined;
}

const longest = 366 * 24 * 60 * 60 * 1000;

/** Milliseconds since 1970. */
export function endOf({ until }: BetterAuthMigrationOptions): number {
  return until instanceof Date ? until.getTime() : Date.parse(until);
}

export function assertOptions(options: BetterAuthMigrationOptions): void {
  const left = endOf(options) - Date.now();
  if (Number.isNaN(left)) {
    throw new InvalidConfiguration(
      '`betterAuthMigration` needs the day from which old cookies are no longer accepted: `until: "2027-01-31"`.',
    );
  }
  if (left <= longest) return;
  throw new InvalidConfiguration(
    "`until` of `betterAuthMigration` is more than a year ahead. Choose the day on which the last imported session ends.",
  );
}
