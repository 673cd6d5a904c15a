/**
 * A real Chromium. At the top level of a test file:
 *
 * ```ts
 * const browser = await openBrowser();
 * describe.skipIf(browser.skip)("...", () => {
 *   it("...", async () => {
 *     const page = await browser.newPage();
 * ```
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, onTestFinished } from "vitest";
import { findService } from "./services.js";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface TestBrowser {
  /** True when there is no Chromium: `describe.skipIf(browser.skip)`. */
  skip: boolean;
  /** A context of its own (cookies, storage), closed when the running test ends. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page in a context of its own. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
}

/** Launches Chromium for this test file and closes it after the last test. */
export async function openBrowser(): Promise<TestBrowser> {
  const program = await findService("chromium");
  if (program.skip) return { skip: true, newContext: refuse, newPage: refuse };
  const browser = await chromium.launch({ executablePath: program.url, args: flags });
  afterAll(() => browser.close());
  const newContext = (options?: BrowserContextOptions) => openContext(browser, options);
  return {
    skip: false,
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
  };
}

async function openContext(browser: Browser, options?: BrowserContextOptions) {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  return context;
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("There is no Chromium; this test should have been skipped."));
}
