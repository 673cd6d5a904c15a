import { parseColour } from "./colour.js";
import type { Rgb } from "./colour.js";
import { safeLink } from "./links.js";

export type ColorScheme = "auto" | "light" | "dark";

/** The app's identity, as its developer configured it. An empty string means "not set". */
export interface PageTheme {
  readonly colorScheme: ColorScheme;
  readonly logo: string;
  readonly brandColor: string;
  readonly buttonText: string;
  readonly name?: string | undefined;
}

/** A logo that may be shown, and the origin which the page's CSP has to allow for it, if another one. */
export interface Logo {
  readonly src: string;
  readonly origin?: string;
}

/** A theme of which only what is safe and understood is left. */
export interface CleanTheme {
  readonly colorScheme: ColorScheme;
  readonly logo: Logo | undefined;
  readonly brand: Rgb | undefined;
  readonly buttonText: Rgb | undefined;
}

const IMAGE_DATA = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,][\w!#$%&'()*+,\-./:;=?@~]*$/i;

/** Stricter than the URL standard, which lets `;` and `,` into a host name and so into our CSP. */
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

/** Drops every part of a theme that is not a plain colour or a plain image. */
export function cleanTheme(theme: PageTheme): CleanTheme {
  return {
    colorScheme: readScheme(theme.colorScheme),
    logo: readLogo(theme.logo),
    brand: parseColour(theme.brandColor),
    buttonText: parseColour(theme.buttonText),
  };
}
