/**
 * What an application wrote before it moved here, and for how long that is still read. Nothing of it is
 * written any more, unless `writes` says so.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers,
 *   secret: process.env.AUTH_SECRET, // a new one
 *   moved: { secret: process.env.OLD_SECRET, until: "2027-01-31" }, // the old one, which was too short
 * };
 * ```
 */
export interface MovedOptions {
  /** When reading ends: a date, at most a year from now. Then everybody has a session of the new kind. */
  until: string | Date;
  /**
   * Secrets from before that are too short to go on, or that are not to sign anything any more. They open
   * sessions and links in mails that were made before, and are good for nothing else.
   */
  secret?: string | readonly string[] | undefined;
  /** "v4": session cookies of next-auth 4 are read, and replaced by ours. @default "v5" */
  from?: "v4" | "v5" | undefined;
  /** The name of that cookie, where the application had its own. @default `next-auth.session-token` */
  cookieName?: string | undefined;
  /**
   * With "v4": sessions are written as cookies of next-auth 4 and nothing else, so that servers of both run
   * side by side and the move can be undone. @default false
   */
  writes?: boolean | undefined;
}
