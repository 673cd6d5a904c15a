import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Person } from "../../examples/express/people.js";
import { isLong } from "./long-form.js";

/** The four ways in which a page can be looked at. */
export const looks = [
  { look: "a light desktop", options: look("light", 1280, 860) },
  { look: "a dark desktop", options: look("dark", 1280, 860) },
  { look: "a light phone", options: look("light", 390, 844) },
  { look: "a dark phone", options: look("dark", 390, 844) },
] as const;

/** Those in which every page is looked at in each run; in the long form all of them. */
export const usualLooks = isLong ? looks : [looks[0], looks[3]];

/** As wide as a page is at 400 % zoom (WCAG 2.2, 1.4.10). */
export const narrow = look("light", 320, 640);

function look(colorScheme: "light" | "dark", width: number, height: number): BrowserContextOptions {
  return { colorScheme, viewport: { width, height }, reducedMotion: "reduce" };
}

/** What a page did that it should not have done. */
export interface Watch {
  /** What the Content Security Policy refused. */
  readonly refused: string[];
  /** Where requests went, by origin. */
  readonly origins: Set<string>;
  /** What scripts threw. */
  readonly errors: string[];
}

/** Watches a page from before its first request. */
export function watch(page: Page): Watch {
  const seen: Watch = { refused: [], origins: new Set(), errors: [] };
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) seen.refused.push(message.text());
  });
  page.on("request", (request) => seen.origins.add(new URL(request.url()).origin));
  page.on("pageerror", (error) => seen.errors.push(error.message));
  return seen;
}

/** What axe finds: the rule, and the elements that break it. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  if (passes.length === 0) throw new Error("axe looked at nothing.");
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join(" | ")}`,
  );
}

/** Whether the page has to be scrolled sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

export async function fillIn(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  const form = page.locator("form", { has: page.getByLabel("Password") });
  await form.getByLabel("Email address").fill(email);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
}
