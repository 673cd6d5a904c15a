import type { Page } from "playwright-core";
import { pageSession } from "latchkey/client";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { adasForm, world } from "../support/config.js";
import { bundlePage, serveReact } from "../support/react/site.js";

const browser = await openBrowser();
const bundled = { script: "" };

beforeAll(async () => {
  bundled.script = await bundlePage("client/page.ts");
});

async function open(kind: string) {
  const { config } = world("jwt");
  const site = await serveReact(bundled.script, config);
  const context = await browser.newContext({ baseURL: site.origin });
  const show = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`/?kind=${kind}`);
    await page.waitForFunction("window.client !== undefined");
    return page;
  };
  return { site, show };
}

const run = (page: Page, code: string): Promise<unknown> => page.evaluate(code);
const form = JSON.stringify({ ...adasForm, redirect: false, redirectTo: "/" });

/** Waits until all components show the same. */
async function shows(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.locator("li").allTextContents(), { timeout: 10_000 })
    .toEqual([text, text, text]);
}

describe.skipIf(browser.skip).each(["plain", "svelte", "vue", "solid"])(
  "the client: %s",
  (kind) => {
    it("reads the session once, and shows a sign-in and a sign-out here and in the other tab", async () => {
      const { site, show } = await open(kind);
      const one = await show();
      await shows(one, "unauthenticated");
      expect(site.reads()).toBe(1);
      const two = await show();
      await shows(two, "unauthenticated");
      expect(await run(one, `client.signIn("credentials", ${form})`)).toMatchObject({ ok: true });
      await shows(one, "authenticated Ada");
      await shows(two, "authenticated Ada");
      await run(two, `client.signOut({ redirect: false, redirectTo: "/" })`);
      await shows(one, "unauthenticated");
      await shows(two, "unauthenticated");
    });

    it("listens no longer than it is shown", async () => {
      const { site, show } = await open(kind);
      const [one, two] = [await show(), await show()];
      await shows(one, "unauthenticated");
      await shows(two, "unauthenticated");
      await run(one, "client.remove()");
      const before = site.reads();
      await run(two, `client.signIn("credentials", ${form})`);
      await shows(two, "authenticated Ada");
      // Those of the tab that still listens; the other one asks for nothing.
      expect(site.reads() - before).toBe(1);
    });

    it("an outage changes nothing that was known", async () => {
      const { site, show } = await open(kind);
      const page = await show();
      await run(page, `client.signIn("credentials", ${form})`);
      await shows(page, "authenticated Ada");
      site.failReads(503);
      await run(page, "client.update()");
      await shows(page, "authenticated Ada");
    });
  },
);

describe("the client on a server", () => {
  it("asks for nothing, and shares nothing between two people", () => {
    const session = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" };
    expect(pageSession({ session }).get()).toEqual({ data: session, status: "authenticated" });
    expect(pageSession().get()).toEqual({ data: null, status: "loading" });
    expect(pageSession({ session: null }).get().status).toBe("unauthenticated");
  });
});
