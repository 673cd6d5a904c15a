import type { Page } from "playwright-core";

/** Notes in the page's storage what it would tell its authenticators. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const names = [
      "signalUnknownCredential",
      "signalAllAcceptedCredentials",
      "signalCurrentUserDetails",
    ];
    for (const name of names) {
      if (typeof Reflect.get(PublicKeyCredential, name) !== "function") continue;
      Reflect.set(PublicKeyCredential, name, (options: object) => {
        const before = localStorage.getItem("told") ?? "";
        localStorage.setItem("told", `${before}${JSON.stringify([name, options])}\n`);
        return Promise.resolve();
      });
    }
  });
}

export async function toldIn(page: Page): Promise<readonly unknown[]> {
  const text = await page.evaluate(() => localStorage.getItem("told") ?? "");
  return text
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}
