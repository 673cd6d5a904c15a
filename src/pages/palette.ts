import { formatColor, parseColor, type Rgb } from "./color.js";
import { contrast, EDGE_CONTRAST, hoverOf, readablePair, WHITE } from "./contrast.js";
import type { CleanTheme } from "./theme.js";

/**
 * The colors of one scheme. Each pair that is used together meets WCAG 2.2 AA (see
 * contrast.test.ts).
 */
export const lightPalette = {
  canvas: "#f4f5f7",
  surface: "#ffffff",
  raised: "#f6f7f9",
  text: "#16191f",
  muted: "#565e6c",
  line: "#d9dde3",
  edge: "#7d8593",
  accent: "#1d2129",
  ring: "#1f5fe0",
  danger: "#a11b1b",
  "danger-surface": "#fdf1f0",
  "danger-line": "#f0c4c0",
  notice: "#1a4fae",
  "notice-surface": "#eff5ff",
  "notice-line": "#c3d6f8",
} as const;

export type Palette = { readonly [Name in keyof typeof lightPalette]: string };

export const darkPalette: Palette = {
  canvas: "#0d0f13",
  surface: "#15181e",
  raised: "#1d2129",
  text: "#eef0f4",
  muted: "#a4acba",
  line: "#2e343e",
  edge: "#727b8a",
  accent: "#eef0f4",
  ring: "#86aeff",
  danger: "#ffb3ac",
  "danger-surface": "#2c1716",
  "danger-line": "#5c2b28",
  notice: "#a9c6ff",
  "notice-surface": "#131f36",
  "notice-line": "#2b4374",
};

type Declarations = Readonly<Record<string, string>>;

const visibleOn = (color: Rgb, surface: Rgb): boolean => contrast(color, surface) >= EDGE_CONTRAST;

/** The brand color as a button: readable text, and an edge if it would blend into the card. */
function accentDeclarations(theme: CleanTheme, palette: Palette): Declarations {
  const surface = parseColor(palette.surface) ?? WHITE;
  const wanted = theme.brand ?? parseColor(palette.accent) ?? surface;
  const pair = readablePair(wanted, theme.buttonText);
  const accent = pair.background;
  const ring =
    theme.brand !== undefined && visibleOn(theme.brand, surface)
      ? formatColor(theme.brand)
      : palette.ring;
  return {
    accent: formatColor(accent),
    "accent-text": formatColor(pair.text),
    "accent-hover": formatColor(hoverOf(pair)),
    "accent-edge": visibleOn(accent, surface) ? formatColor(accent) : palette.edge,
    ring,
  };
}

function block(selector: string, declarations: Declarations): string {
  const body = Object.entries(declarations).map(([name, value]) => `--${name}:${value};`);
  return `${selector}{${body.join("")}}`;
}

function scheme(theme: CleanTheme, palette: Palette): string {
  return block(":root", { ...palette, ...accentDeclarations(theme, palette) });
}

/** The custom properties that all rules of the stylesheet use. */
export function themeTokens(theme: CleanTheme): string {
  const [light, dark] = [scheme(theme, lightPalette), scheme(theme, darkPalette)];
  if (theme.colorScheme === "light") return `:root{color-scheme:light}${light}`;
  if (theme.colorScheme === "dark") return `:root{color-scheme:dark}${dark}`;
  return `:root{color-scheme:light dark}${light}@media (prefers-color-scheme:dark){${dark}}`;
}

/** The colors of one provider's logo, as a class, because the CSP forbids style attributes. */
export function markTokens(className: string, brandColor: string): string {
  const brand = parseColor(brandColor);
  if (brand === undefined) return "";
  const { background, text } = readablePair(brand);
  return block(`.${className}`, {
    mark: formatColor(background),
    "mark-text": formatColor(text),
  });
}
