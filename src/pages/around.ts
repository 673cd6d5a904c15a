const MARK = "\u0000";

/** What a text says before and after its value, where that is more than text. */
export function around(text: (value: string) => string): readonly [before: string, after: string] {
  const [before = "", after = ""] = text(MARK).split(MARK);
  return [before, after];
}
