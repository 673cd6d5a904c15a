import { formatColour, parseColour } from "../../pages/colour.js";
import { readablePair, WHITE } from "../../pages/contrast.js";
import { darkPalette, lightPalette, type Palette } from "../../pages/tokens.js";
import type { Theme } from "../../types/pages.js";

/** The colours of the mail in one scheme, the same as those of the pages. */
export interface MailColours {
  readonly canvas: string;
  readonly surface: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly button: string;
  readonly buttonText: string;
}

export interface MailSchemes {
  /** What stands in the markup itself, for programs that know no stylesheets. */
  readonly first: MailColours;
  /** What takes its place where the reader prefers dark. */
  readonly dark: MailColours | undefined;
}

export function mailSchemes(theme: Theme): MailSchemes {
  const light = coloursOf(lightPalette, theme);
  const dark = coloursOf(darkPalette, theme);
  if (theme.colorScheme === "dark") return { first: dark, dark: undefined };
  return { first: light, dark: theme.colorScheme === "light" ? undefined : dark };
}

function coloursOf(palette: Palette, { brandColor = "", buttonText = "" }: Theme): MailColours {
  const { canvas, surface, raised, line, text, muted, accent } = palette;
  const wanted = parseColour(brandColor) ?? parseColour(accent) ?? WHITE;
  const pair = readablePair(wanted, parseColour(buttonText));
  const button = { button: formatColour(pair.background), buttonText: formatColour(pair.text) };
  return { canvas, surface, raised, line, text, muted, ...button };
}
