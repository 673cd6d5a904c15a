/** One thing that the doctor looked at. */
export interface Finding {
  readonly level: "ok" | "warning" | "error";
  /** What it is about, in a word or two. */
  readonly about: string;
  readonly message: string;
  /** What to do, unless all is well. */
  readonly cure?: string | undefined;
}
