import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { adasForm, world } from "../support/config.js";
import { bundlePage, serveReact } from "../support/react/site.js";

const browser = await openBrowser();
const bundled = { script: "" };

beforeAll(async () => {
  bundled.script = await bundlePage();
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A page of a site whose answers to forms are replaced by these. */
async function open(answer: Answer | "none"): Promise<Page> {
  const site = await serveReact(bundled.script, world("jwt").config);
  const page = await browser.newPage({ baseURL: site.origin });
  await page.route(/\/api\/auth\/(?:callback|signin|signout)/, (route) => {
    if (route.request().method() !== "POST") return route.continue();
    return answer === "none" ? route.abort() : route.fulfill(answer);
  });
  await page.goto("/?bare");
  await page.waitForFunction("window.client !== undefined");
  return page;
}

const run = (page: Page, code: string): Promise<unknown> => page.evaluate(code);
const targets = ["https://evil.test/", "javascript:window.ran=1", "//evil.test", "/there"];
const noAnswers: [string, Answer | "none"][] = [
  ["an outage", { status: 503, body: "Service Unavailable" }],
  ["too many requests", { status: 429, body: "{}" }],
  ["a firewall's page", { status: 200, body: "<!doctype html><h1>Blocked</h1>" }],
  ["JSON without a URL", { status: 200, body: '{"url":7}' }],
  ["a script for a URL", { status: 200, body: '{"url":"javascript:window.ran=1"}' }],
  ["data for a URL", { status: 200, body: '{"url":"data:text/html,x"}' }],
  ["no answer at all", "none"],
];

describe.skipIf(browser.skip)("Y. latchkey/react", { timeout: 60_000 }, () => {
  it.each(noAnswers)("Y20 with %s the page stays, and the result says so", async (_, answer) => {
    const page = await open(answer);
    const here = page.url();
    const status = answer === "none" ? 0 : answer.status;
    const refused = { error: "Configuration", status, ok: false, url: null };
    for (const redirectTo of targets) {
      for (const redirect of [true, false]) {
        const options = JSON.stringify({ ...adasForm, redirectTo, redirect });
        const signedIn = await run(page, `client.signIn("credentials", ${options})`);
        expect(signedIn).toMatchObject(refused);
        const out = JSON.stringify({ redirectTo, redirect });
        expect(await run(page, `client.signOut(${out})`)).toEqual({ url: here, ok: false, status });
      }
    }
    await page.waitForTimeout(100);
    expect(page.url()).toBe(here);
    expect(await run(page, "window.ran")).toBeUndefined();
  });

  it("Y20 another origin is gone to only where the answer says so", async () => {
    const page = await open({ status: 200, body: '{"url":"http://127.0.0.1:9/arrived"}' });
    const gone = page.waitForRequest("http://127.0.0.1:9/arrived");
    await run(page, `void client.signIn("credentials", { redirectTo: "/there" })`);
    expect((await gone).isNavigationRequest()).toBe(true);
  });
});
