/** One thing that the doctor looked at. */
export interface Finding {
  readonly level: "ok" | "warning" | "error";
  /** What it is about, in a word or two. */
  readonly about: string;
  readonly message: string;
  /** What to do, unless all is well. */
  readonly cure?: string | undefined;
  /**
   * It's a weakness of the configuration: logged under this code when the application starts in production, and a
   * configuration error if its level is "error" or `strict` is set.
   */
  readonly code?: WeaknessCode | undefined;
}

export type WeaknessCode = `weak-${string}`;

/** Something dangerous that a configuration allows. */
export interface Weakness extends Finding {
  readonly level: "warning" | "error";
  readonly code: WeaknessCode;
}
