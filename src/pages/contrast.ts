import type { Rgb } from "./color.js";

export const WHITE: Rgb = [1, 1, 1];
export const BLACK: Rgb = [0, 0, 0];

/** WCAG 2.2, 1.4.3: text. */
export const TEXT_CONTRAST = 4.5;
/** WCAG 2.2, 1.4.11: edges of controls, focus rings. */
export const EDGE_CONTRAST = 3;

const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The WCAG 2.2 contrast ratio of two colors, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function mix([r1, g1, b1]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb {
  const blend = (from: number, to: number): number => from + (to - from) * share;
  return [blend(r1, r2), blend(g1, g2), blend(b1, b2)];
}

/** A background and the text on it. */
export interface Pair {
  readonly background: Rgb;
  readonly text: Rgb;
}

/** White text, which most brand colors are made for; black where white is unreadable. */
const naturalText = (background: Rgb): Rgb =>
  contrast(background, WHITE) >= EDGE_CONTRAST ? WHITE : BLACK;

/** Black or white, whichever is farther from the color. */
const opposite = (color: Rgb): Rgb =>
  contrast(color, WHITE) > contrast(color, BLACK) ? WHITE : BLACK;

/** The smallest change of a background that makes the text readable. */
function nudge(background: Rgb, text: Rgb): Rgb {
  const shares = Array.from({ length: 21 }, (_, step) => step / 20);
  const candidates = shares.map((share) => mix(background, opposite(text), share));
  return candidates.find((candidate) => contrast(candidate, text) >= TEXT_CONTRAST) ?? background;
}

/**
 * A background with text on it that meets WCAG AA. If it's close, the text color stays and the
 * background shifts a shade; otherwise the text color is replaced.
 */
export function readablePair(background: Rgb, wish?: Rgb): Pair {
  const near = wish !== undefined && contrast(background, wish) >= EDGE_CONTRAST;
  const text = near ? wish : naturalText(background);
  const shade = nudge(background, text);
  if (contrast(shade, text) >= TEXT_CONTRAST) return { background: shade, text };
  return readablePair(background);
}

/** A slightly different background for hover on which the text stays readable; else the same. */
export function hoverOf({ background, text }: Pair): Rgb {
  const candidates = [text, opposite(text)].map((target) => mix(background, target, 0.14));
  return candidates.find((one) => contrast(one, text) >= TEXT_CONTRAST) ?? background;
}
