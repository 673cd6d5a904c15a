import { access, constants } from "node:fs/promises";
import type { Finder } from "./kinds.js";

// The one without a desktop first: it draws the same pages in about half the time.
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Chromium is a program, not a server: each test file launches its own. */
export const chromium: Finder = {
  variable: "LATCHKEY_TEST_CHROMIUM",
  usual: places,
  packages: ["chromium-headless-shell"],
  works: (where) =>
    access(where, constants.X_OK).then(
      () => true,
      () => false,
    ),
  start: async () => {
    for (const where of places) {
      if (await chromium.works(where)) return { where, stop: async () => {} };
    }
    return undefined;
  },
};
