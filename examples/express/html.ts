const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** Markup that is safe to send. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

export type Value = Html | string | number | false | null | undefined | readonly Value[];

/** Makes markup. Every value is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, index) => part + markupOf(values[index])).join(""));
}

function markupOf(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "string") {
    return value.replace(/[&<>"']/g, (character) => entities.get(character) ?? "");
  }
  return typeof value === "number" ? String(value) : value.map(markupOf).join("");
}
