/** The basic color names of CSS. All 148 of them would be 2 kB in every bundle. */
const names =
  "black 000000|silver c0c0c0|gray 808080|grey 808080|white ffffff|maroon 800000|red ff0000|purple 800080|fuchsia ff00ff|green 008000|lime 00ff00|olive 808000|yellow ffff00|navy 000080|blue 0000ff|teal 008080|aqua 00ffff|orange ffa500";

/** Maps a color name to its `#rrggbb`. */
const namedColors: ReadonlyMap<string, string> = new Map(
  names.split("|").map((entry) => [entry.slice(0, -7), `#${entry.slice(-6)}`]),
);

/** Red, green and blue in sRGB, each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

interface Component {
  readonly value: number;
  readonly percent: boolean;
}

type Read = (first: Component, second: Component, third: Component) => Rgb;

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;
const CALL = /^(rgb|hsl|oklch)a?\(([^()]{1,60})\)$/;
const COMPONENT = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(%|deg)?$/;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const scaled = ({ value, percent }: Component, whole: number): number =>
  percent ? value / 100 : value / whole;

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["rgb", (r, g, b) => [clamp(scaled(r, 255)), clamp(scaled(g, 255)), clamp(scaled(b, 255))]],
  ["hsl", (h, s, l) => fromHsl(h.value, clamp(scaled(s, 100)), clamp(scaled(l, 100)))],
  [
    "oklch",
    (l, c, h) => fromOklch(clamp(scaled(l, 1)), c.percent ? c.value / 250 : c.value, h.value),
  ],
]);

/** CSS Color 4, section 7.1. */
function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number): number => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return (
      lightness -
      saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    );
  };
  return [channel(0), channel(8), channel(4)];
}

const encode = (linear: number): number =>
  clamp(linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);

/** CSS Color 4, section 18 (sample code); out-of-gamut channels are clipped. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function fromHex(hex: string): Rgb {
  const digits = hex.slice(1);
  const width = digits.length <= 4 ? 1 : 2;
  const channel = (index: number): number => {
    const text = digits.slice(index * width, (index + 1) * width);
    return Number.parseInt(text.repeat(2 / width), 16) / 255;
  };
  return [channel(0), channel(1), channel(2)];
}

function component(text: string): Component | undefined {
  const [, value, unit] = COMPONENT.exec(text) ?? [];
  return value === undefined ? undefined : { value: Number(value), percent: unit === "%" };
}

function fromCall(text: string): Rgb | undefined {
  const [, name = "", list = ""] = CALL.exec(text) ?? [];
  const parts = list.trim().split(/\s*[,/]\s*|\s+/);
  const components = parts.flatMap((part) => component(part) ?? []);
  const [first, second, third] = components;
  if (components.length !== parts.length || components.length > 4) return undefined;
  if (first === undefined || second === undefined || third === undefined) return undefined;
  return readers.get(name)?.(first, second, third);
}

/**
 * Reads a CSS color: a hex value, `rgb()`, `hsl()`, `oklch()` or a basic name. Transparency is ignored:
 * contrast can only be promised for opaque colors. Anything else is `undefined`.
 */
export function parseColor(text: string): Rgb | undefined {
  const color = text.trim().toLowerCase();
  if (HEX.test(color)) return fromHex(color);
  const named = namedColors.get(color);
  return named === undefined ? fromCall(color) : fromHex(named);
}

/** Writes a color as `#rrggbb`, the only form in which a color ever enters the stylesheet. */
export function formatColor(color: Rgb): string {
  const channels = color.map((channel) => Math.round(clamp(channel) * 255));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
