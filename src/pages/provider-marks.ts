import type { Mark } from "../types/provider-common.js";
import { html, type Html } from "./html.js";
import { markTokens } from "./palette.js";

/** SVG 2, section 9.3: the letters of path commands and their numbers, nothing else. */
const PATH_DATA = /^[MmZzLlHhVvCcSsQqTtAaEe\d\s,.+-]+$/;

/** The first letter of a name, used where there is no logo. */
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

/** The paths of a logo; undefined if one isn't a valid path. */
function pathsOf(mark: Mark): readonly Html[] | undefined {
  if (typeof mark === "string") {
    return PATH_DATA.test(mark) ? [html`<path d="${mark}" />`] : undefined;
  }
  const areSound = mark.every(({ path, fill }) => PATH_DATA.test(path) && FILL.test(fill));
  return areSound
    ? mark.map(({ path, fill }) => html`<path d="${path}" fill="${fill}" />`)
    : undefined;
}

/** A provider's logo or initial, on a tile in its brand color. */
export function markHtml({ name, mark }: Marked, index: number): Html {
  const paths = mark === undefined ? undefined : pathsOf(mark);
  const inside = paths
    ? html`<svg viewBox="0 0 24 24" focusable="false">${paths}</svg>`
    : initialOf(name);
  return html`<span class="mark ${markClass(index)}" aria-hidden="true">${inside}</span>`;
}

/** The CSS that colors the logos with the same indexes. */
export function marksCss(marked: readonly Marked[]): string {
  return marked
    .map(({ brandColor }, index) => markTokens(markClass(index), brandColor ?? ""))
    .join("");
}
