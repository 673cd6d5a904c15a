/** The first match wins: many browsers name other browsers, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The name of a browser, and the system it runs on. */
export interface DeviceWords {
  readonly browser: string | null;
  readonly system: string | null;
}

export function deviceWords(userAgent: string | null): DeviceWords {
  const find = (names: typeof browsers) => names.find(([form]) => form.test(userAgent ?? ""))?.[1];
  return { browser: find(browsers) ?? null, system: find(systems) ?? null };
}

/** Describes a device by its user agent: "Firefox on Linux". */
export function deviceName(userAgent: string | null): string {
  const { browser, system } = deviceWords(userAgent);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? (system === null ? "An unknown browser" : `A browser on ${system}`);
}
