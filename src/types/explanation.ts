/**
 * What is to be said about an error besides its own message. A logger of the application gets it after
 * the error, and the error page shows it in development.
 */
export interface Explanation {
  /** The type of the error: stable, and the heading in docs/errors.md. */
  readonly code: string;
  /** A short text by which a person can tell which line of the log is about them. */
  readonly reference: string;
  /** What most likely led to it. */
  readonly cause: string;
  /** What to do about it. */
  readonly cure: string;
}
