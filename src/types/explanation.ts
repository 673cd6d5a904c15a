/**
 * What is known about an error besides its message. Passed to the app's logger after the error, and shown on
 * the error page in development.
 */
export interface Explanation {
  /** The error type: stable, and the heading in docs/errors.md. */
  readonly code: string;
  /** A short reference by which a user can identify their log line. */
  readonly reference: string;
  /** The most likely cause. */
  readonly cause: string;
  /** What to do about it. */
  readonly cure: string;
}
