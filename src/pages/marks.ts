import { html } from "./html.js";
import type { Html } from "./html.js";
import type { Mark } from "../types/provider-common.js";
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
  readonly mark?: Mark | undefined;
}

const FILL = /^#[\da-f]{6}$/i;

/** The paths of a mark, or nothing if one of them isn't a path. */
function pathsOf(mark: Mark): readonly Html[] | undefined {
  if (typeof mark === "string") {
    return PATH_DATA.test(mark) ? [html`<path d="${mark}" />`] : undefined;
  }
  const areSound = mark.every(({ path, fill }) => PATH_DATA.test(path) && FILL.test(fill));
  return areSound
    ? mark.map(({ path, fill }) => html`<path d="${path}" fill="${fill}" />`)
    : undefined;
}

/** A provider's mark: its own drawing or its initial, on a tile of its brand colour. */
export function markHtml({ name, mark }: Marked, index: number): Html {
  const paths = mark === undefined ? undefined : pathsOf(mark);
  const inside = paths
    ? html`<svg viewBox="0 0 24 24" focusable="false">${paths}</svg>`
    : initialOf(name);
  return html`<span class="mark ${markClass(index)}" aria-hidden="true">${inside}</span>`;
}

/** The rules that colour the marks drawn with the same indexes. */
export function marksCss(marked: readonly Marked[]): string {
  return marked
    .map(({ brandColor }, index) => markTokens(markClass(index), brandColor ?? ""))
    .join("");
}
