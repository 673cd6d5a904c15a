import { html, type Html } from "./html.js";

/** An absolute http(s) URL, or a path of this site. `//host` and `/\host` are other origins. */
const SAFE = /^(?:https?:\/\/[^/\\]|\/(?![/\\]))/i;

/** Browsers drop tabs and line breaks from a URL, which would turn `/\t/host` into `//host`. */
const hasControl = (url: string): boolean =>
  [...url].some((character) => character <= " " || character === "\u007f");

/**
 * A URL that is safe in `href`, `action` or `src`; anything else (`javascript:`, `data:`) becomes
 * `/`.
 */
export function safeLink(url: string): string {
  return SAFE.test(url) && !hasControl(url) ? url : "/";
}

export const linkHtml = (label: string, url: string): Html =>
  html`<a class="link" href="${safeLink(url)}">${label}</a>`;
