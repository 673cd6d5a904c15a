import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as shipped from "latchkey/languages";
import type { Language } from "latchkey/languages";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What applications may import. */
export const everyLanguage: readonly Language[] = Object.values(shipped);

export const languages = ["en", ...everyLanguage.map(({ tag }) => tag)];

/** Where pictures of every page are kept, for whoever wants to look at them. */
export const pictures = process.env["LATCHKEY_PICTURES"];

/** Texts that are wider than their place, or cut off at its end. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflow, display } = getComputedStyle(element);
      // A text for screen readers alone takes no room.
      const isUnseen = element.classList.contains("unseen");
      if (isUnseen || display.startsWith("inline") || element.clientWidth === 0) return false;
      const isTall = overflow === "hidden" && element.scrollHeight > element.clientHeight + 1;
      return isTall || element.scrollWidth > element.clientWidth + 1;
    };
    const all = [document.documentElement, ...document.querySelectorAll("body *")];
    return all.filter(isCut).map((element) => element.outerHTML.slice(0, 120));
  });
}

/** Fails where a text doesn't fit or is in another language. */
export async function look(page: Page, language: string, name: string): Promise<void> {
  expect([name, await cutTexts(page)]).toEqual([name, []]);
  expect([name, await page.getAttribute("html", "lang")]).toEqual([name, language]);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  const file = `${language}-${name.replaceAll(/[^\w]+/g, "-")}.png`;
  await page.screenshot({ path: join(pictures, file), fullPage: true });
}
