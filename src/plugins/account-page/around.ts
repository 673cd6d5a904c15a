const MARK = "\u0000";

/** Splits a text function into the strings before and after its value, for values that are HTML. */
export function around(text: (value: string) => string): readonly [before: string, after: string] {
  const [before = "", after = ""] = text(MARK).split(MARK);
  return [before, after];
}
