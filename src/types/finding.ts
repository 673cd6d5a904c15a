/** A finding of the doctor. */
export interface Finding {
  readonly level: "ok" | "warning" | "error";
  /** The topic, in a word or two. */
  readonly about: string;
  readonly message: string;
  /** What to do, unless all is well. */
  readonly cure?: string | undefined;
  /**
   * Marks a weakness of the configuration: logged under this code when the app starts in production, and a
   * configuration error if its level is "error" or `strict` is set.
   */
  readonly code?: WeaknessCode | undefined;
}

export type WeaknessCode = `weak-${string}`;

/** Codes of the core; plugins add theirs. */
export type CoreWeakness =
  | "weak-session-cookie-script"
  | "weak-cookie-script"
  | "weak-cookie-insecure"
  | "weak-cookie-same-site"
  | "weak-cookie-domain"
  | "weak-host"
  | "weak-url"
  | "weak-session-lifetime"
  | "weak-jwt"
  | "weak-redirect"
  | "weak-linking"
  | "weak-credentials"
  | "weak-rate-limit"
  | "weak-store"
  | "weak-state"
  | "weak-notices";

/** Something dangerous that a configuration allows. */
export interface Weakness extends Finding {
  readonly level: "warning" | "error";
  readonly code: WeaknessCode;
}
