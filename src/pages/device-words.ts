/** The first that matches counts: many browsers call themselves by the names of others, too. */
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

/** What a browser calls itself: its name, and what it runs on. */
export interface DeviceWords {
  readonly browser: string | null;
  readonly system: string | null;
}

export function deviceWords(userAgent: string | null): DeviceWords {
  const find = (names: typeof browsers) => names.find(([form]) => form.test(userAgent ?? ""))?.[1];
  return { browser: find(browsers) ?? null, system: find(systems) ?? null };
}

/** A device in words, out of what its browser calls itself: "Firefox on Linux". */
export function deviceName(userAgent: string | null): string {
  const { browser, system } = deviceWords(userAgent);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? (system === null ? "An unknown browser" : `A browser on ${system}`);
}
