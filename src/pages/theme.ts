import { parseColor, type Rgb } from "./color.js";
import { safeLink } from "./links.js";

export type ColorScheme = "auto" | "light" | "dark";

/** The theme as configured. An empty string means "not set". */
export interface PageTheme {
  readonly colorScheme: ColorScheme;
  readonly logo: string;
  readonly brandColor: string;
  readonly buttonText: string;
  readonly name?: string | undefined;
}

/** A logo that may be shown, and its origin for the CSP if it isn't the site's own. */
export interface Logo {
  readonly src: string;
  readonly origin?: string;
}

/** A theme after validation. */
export interface CleanTheme {
  readonly colorScheme: ColorScheme;
  readonly logo: Logo | undefined;
  readonly brand: Rgb | undefined;
  readonly buttonText: Rgb | undefined;
}

const IMAGE_DATA = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,][\w!#$%&'()*+,\-./:;=?@~]*$/i;

/** Stricter than the URL standard, which allows `;` and `,` in a host name and so in our CSP. */
const PLAIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

function remoteLogo(text: string): Logo | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  return PLAIN_HOST.test(url.hostname) ? { src: url.href, origin: url.origin } : undefined;
}

function readLogo(text: string): Logo | undefined {
  if (IMAGE_DATA.test(text)) return { src: text };
  if (text.startsWith("/")) return safeLink(text) === text ? { src: text } : undefined;
  return remoteLogo(text);
}

function readScheme(scheme: string): ColorScheme {
  return scheme === "light" || scheme === "dark" ? scheme : "auto";
}

/** Drops every part of a theme that isn't a plain color or image URL. */
export function cleanTheme(theme: PageTheme): CleanTheme {
  return {
    colorScheme: readScheme(theme.colorScheme),
    logo: readLogo(theme.logo),
    brand: parseColor(theme.brandColor),
    buttonText: parseColor(theme.buttonText),
  };
}
