const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  ["`", "&#96;"],
]);

/** Markup that is safe to send. Only this file can create it. */
class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

export type { Html };

/** The values that `${}` of the {@link html} tag accepts. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/** Escapes text so that it is inert both between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES.get(character) ?? "");
}

function markupOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return value.map(markupOf).join("");
}

/**
 * Creates markup: every value is escaped unless it is markup itself.
 *
 * @example html`<p title="${title}">${text}</p>`
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.map((part, index) => part + markupOf(values[index])).join(""));
}

/**
 * A `<style>` element. Its text can't be HTML-escaped, so a `<`, which could close the element,
 * throws.
 */
export function styleElement(css: string): Html {
  if (css.includes("<")) throw new TypeError("A stylesheet must not contain '<'.");
  return new Html(`<style>${css}</style>`);
}

/** A `<script>` element that loads a file of the site. */
export function scriptElement(src: string): Html {
  return new Html(`<script type="module" src="${escapeHtml(src)}"></script>`);
}

/** A `<script>` element with a text of our own, which can't contain `<` either. */
export function inlineScript(text: string): Html {
  if (text.includes("<")) throw new TypeError("A script in a page must not contain '<'.");
  return new Html(`<script>${text}</script>`);
}
