import { html } from "./html.js";
import type { Html } from "./html.js";
import { markTokens } from "./tokens.js";

/** SVG 2, section 9.3: the letters of path commands and their numbers, nothing else. */
const PATH_DATA = /^[MmZzLlHhVvCcSsQqTtAaEe\d\s,.+-]+$/;

/** The first letter of a name, as a stand-in for a drawn mark. */
export function initialOf(name: string): string {
  const [first = "?"] = name.trim();
  return first.toLocaleUpperCase("en");
}

const markClass = (index: number): string => `mark-${String(index)}`;

interface Marked {
  readonly name: string;
  readonly brandColor?: string | undefined;
  /** The path data of a mark drawn on a 24 by 24 field. */
  readonly mark?: string | undefined;
}

/** A provider's mark: its own drawing or its initial, on a tile of its brand colour. */
export function markHtml({ name, mark }: Marked, index: number): Html {
  const drawn = mark !== undefined && PATH_DATA.test(mark);
  const inside = drawn
    ? html`<svg viewBox="0 0 24 24" focusable="false"><path d="${mark}" /></svg>`
    : initialOf(name);
  return html`<span class="mark ${markClass(index)}" aria-hidden="true">${inside}</span>`;
}

/** The rules that colour the marks drawn with the same indexes. */
export function marksCss(marked: readonly Marked[]): string {
  return marked
    .map(({ brandColor }, index) => markTokens(markClass(index), brandColor ?? ""))
    .join("");
}
