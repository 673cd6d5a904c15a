import { html, type Html } from "./html.js";

/** `true` is a bare attribute; `false` and `undefined` leave it out. */
export type AttributeValue = string | number | boolean | undefined;

const NAME = /^[a-z][a-z0-9-]*$/;

/** Handlers, styles and URLs never come from data, even if a list above allows them. */
const FORBIDDEN = /^(on|style$|src|href$|action$|form)/;

function attribute([name, value]: readonly [string, AttributeValue]): Html | false {
  if (value === undefined || value === false) return false;
  if (!NAME.test(name) || FORBIDDEN.test(name)) return false;
  return value === true ? html`${name} ` : html`${name}="${value}" `;
}

/** Attributes from data, each name at most once, ready to stand inside a tag. */
export function attributes(
  values: Readonly<Record<string, AttributeValue>>,
): readonly (Html | false)[] {
  return Object.entries(values).map(attribute);
}
