import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { adasForm, strategies, world, type Strategy } from "../support/config.js";
import { shareOf } from "../support/long-form.js";
import { bundlePage, serveReact } from "../support/react/site.js";

const browser = await openBrowser();
const bundled = { script: "" };

beforeAll(async () => {
  bundled.script = await bundlePage();
});

/** A site, and a browser context in which Ada is signed in if so wished. */
async function open(options: { signedIn: boolean; strategy?: Strategy; updateAge?: number }) {
  const { strategy = "jwt", updateAge, signedIn } = options;
  const { config } = world(strategy, {
    ...(updateAge !== undefined && { session: { strategy, updateAge } }),
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === "update" ? { ...token, name: nameIn(session) } : token,
    },
  });
  const site = await serveReact(bundled.script, config);
  const context = await browser.newContext({ baseURL: site.origin });
  if (signedIn) {
    const page = await context.newPage();
    await page.goto("/?bare");
    await signIn(page);
    await page.close();
    site.asked.length = 0;
  }
  const show = async (query = ""): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`/?${query}`);
    if (!query.includes("required")) await page.waitForFunction("window.client !== undefined");
    return page;
  };
  return { site, context, show };
}

function nameIn(data: unknown): string {
  const name: unknown = typeof data === "object" && data !== null && Reflect.get(data, "name");
  return typeof name === "string" ? name : "nobody";
}

const run = (page: Page, code: string): Promise<unknown> => page.evaluate(code);
const signIn = (page: Page, form: object = adasForm) =>
  run(
    page,
    `client.signIn("credentials", ${JSON.stringify({ ...form, redirect: false, redirectTo: "/" })})`,
  );
const signOut = (page: Page) => run(page, `client.signOut({ redirect: false, redirectTo: "/" })`);

/** Waits until all components show the same. */
async function shows(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.locator("li").allTextContents(), { timeout: 10_000 })
    .toEqual(Array.from({ length: 3 }, () => text));
}

/** Long enough for anything that is on its way. */
const settle = (page: Page) => page.waitForTimeout(300);

describe.skipIf(browser.skip)("the React client", () => {
  describe.each(strategies)("with the strategy %s", (strategy) => {
    it("reads the session once per page, however many components ask", async () => {
      const { site, show } = await open({ signedIn: true, strategy });
      const page = await show();
      await shows(page, "authenticated Ada");
      await settle(page);
      expect(site.asked).toEqual(["GET session"]);
    });
  });

  it("reads it once under StrictMode too", async () => {
    const { site, show } = await open({ signedIn: true });
    const page = await show("strict");
    await shows(page, "authenticated Ada");
    await settle(page);
    expect(site.asked).toEqual(["GET session"]);
  });

  it("shares one request with getSession", async () => {
    const { site, show } = await open({ signedIn: true });
    const page = await show("bare");
    const names = await run(
      page,
      `Promise.all([1, 2, 3].map(() => client.getSession())).then((all) => all.map((one) => one.user.name))`,
    );
    expect(names).toEqual(["Ada", "Ada", "Ada"]);
    expect(site.reads()).toBe(1);
  });

  it("asks for nothing when the server gave the session", async () => {
    const { site, show } = await open({ signedIn: true });
    const session = { user: { name: "Given" }, expires: "2099-01-01T00:00:00.000Z" };
    const page = await show(`strict&session=${encodeURIComponent(JSON.stringify(session))}`);
    await shows(page, "authenticated Given");
    await settle(page);
    expect(site.asked).toEqual([]);
    const nobody = await open({ signedIn: false });
    const other = await nobody.show("session=null");
    await shows(other, "unauthenticated");
    expect(nobody.site.asked).toEqual([]);
  });

  it("shows a sign-in and a sign-out on the page and in the other tab", async () => {
    const { site, show } = await open({ signedIn: false });
    const [one, two] = [await show(), await show()];
    await shows(one, "unauthenticated");
    await shows(two, "unauthenticated");
    const before = site.reads();
    await signIn(one);
    await shows(one, "authenticated Ada");
    await shows(two, "authenticated Ada");
    expect(site.reads() - before).toBe(2);
    await signOut(two);
    await shows(one, "unauthenticated");
    await shows(two, "unauthenticated");
    expect(site.reads() - before).toBe(2);
  });

  it("tells tabs that were open when somebody signed in on a page of its own", async () => {
    const { context, show } = await open({ signedIn: false });
    const waiting = await show();
    await shows(waiting, "unauthenticated");
    const session = (await open({ signedIn: true })).context;
    // As after a redirect from a provider: only the cookie tells.
    const cookies = (await session.cookies()).filter(({ name }) => name.includes("session"));
    await context.addCookies(cookies);
    const returning = await show();
    await shows(returning, "authenticated Ada");
    await shows(waiting, "authenticated Ada");
  });

  it("lets no late answer undo a sign-out, in this tab or another", async () => {
    const { site, context, show } = await open({ signedIn: true, updateAge: 0 });
    const [one, two] = [await show(), await show()];
    await shows(one, "authenticated Ada");
    await shows(two, "authenticated Ada");
    const before = site.reads();
    const letGo = site.holdReads();
    await run(one, "void window.update()");
    await run(two, "void window.update()");
    await expect.poll(() => site.reads() - before).toBeGreaterThanOrEqual(2);
    const awaited = site.underWay();
    expect(awaited()).toBeGreaterThanOrEqual(2);
    await signOut(one);
    await shows(one, "unauthenticated");
    await shows(two, "unauthenticated");
    // The cookie of an answer that comes late would be kept, so that nobody may wait for one any more.
    await expect.poll(awaited).toBe(0);
    letGo();
    await settle(one);
    await shows(one, "unauthenticated");
    await shows(two, "unauthenticated");
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.includes("session-token"))).toEqual([]);
  });

  it("sends those who are not signed in to the sign-in page where that is required", async () => {
    const { site, show } = await open({ signedIn: false });
    const page = await show("required");
    await page.waitForURL(/\/api\/auth\/signin/);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("error")).toBe("SessionRequired");
    expect(searchParams.get("callbackUrl")).toBe(`${site.origin}/?required`);
  });

  it("sends guests there, too, unless they count", async () => {
    const { show } = await open({ signedIn: false });
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const session = encodeURIComponent(
      JSON.stringify({ user: { name: "somebody" }, guest: true, expires }),
    );
    const page = await show(`required&guests&session=${session}`);
    const shown = () => page.locator("li").allTextContents();
    await expect.poll(shown).toContain("required authenticated somebody");
    const other = await show(`required&session=${session}`);
    await other.waitForURL(/\/api\/auth\/signin/);
  });

  it("tells of a wrong password without leaving the page", async () => {
    const { show } = await open({ signedIn: false });
    const page = await show();
    expect(await signIn(page, { ...adasForm, password: "wrong" })).toEqual({
      error: "CredentialsSignin",
      code: "credentials",
      status: 200,
      ok: false,
      url: null,
    });
    await shows(page, "unauthenticated");
  });

  it("goes to the target after a sign-in and a sign-out", async () => {
    const { site, show } = await open({ signedIn: false });
    const page = await show();
    const form = JSON.stringify({ ...adasForm, redirectTo: "/?after=in" });
    await run(page, `void client.signIn("credentials", ${form})`);
    await page.waitForURL(`${site.origin}/?after=in`);
    await shows(page, "authenticated Ada");
    await run(page, `void client.signOut({ redirectTo: "/?after=out" })`);
    await page.waitForURL(`${site.origin}/?after=out`);
    await shows(page, "unauthenticated");
  });

  it("goes to the sign-in page for a provider nobody knows", async () => {
    const { site, show } = await open({ signedIn: false });
    const page = await show();
    await run(page, `void client.signIn("unknown", { redirectTo: "/there" })`);
    await page.waitForURL(/\/api\/auth\/signin/);
    expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe("/there");
    expect(site.asked).toContain("GET providers");
  });

  it("updates the session, and the other tab follows", async () => {
    const { show } = await open({ signedIn: true });
    const [one, two] = [await show(), await show()];
    await shows(two, "authenticated Ada");
    await shows(one, "authenticated Ada");
    await run(one, `window.update({ name: "Countess" })`);
    await shows(one, "authenticated Countess");
    await shows(two, "authenticated Countess");
  });

  it("reads again at intervals, and when the page is shown again", async () => {
    const { site, show } = await open({ signedIn: true });
    const page = await show("interval=0.2");
    await shows(page, "authenticated Ada");
    await expect.poll(() => site.reads()).toBeGreaterThan(2);
    await page.close();
    const other = await show();
    await shows(other, "authenticated Ada");
    const before = site.reads();
    await run(other, `document.dispatchEvent(new Event("visibilitychange"))`);
    await expect.poll(() => site.reads() - before).toBe(1);
  });

  it("decision 43: keeps the session and tells the error while the server fails, then reads it again", async () => {
    const { site, show } = await open({ signedIn: true });
    const page = await show();
    await shows(page, "authenticated Ada");
    site.failReads(503);
    expect(await run(page, "window.update().then((session) => session.user.name)")).toBe("Ada");
    await shows(page, "authenticated Ada (SessionUnavailable)");
    site.failReads(0);
    await shows(page, "authenticated Ada");
  });

  it.each(shareOf([503, 500, 429], 0, 3))(
    "decision 43: a first reading that gets %i is no answer: nobody is sent to sign in, and it is tried again",
    async (status) => {
      const { site, show } = await open({ signedIn: true });
      site.failReads(status);
      const page = await show("required");
      const shown = () => page.locator("li").allTextContents();
      await expect.poll(shown, { timeout: 10_000 }).toContain("loading (SessionUnavailable)");
      expect(new URL(page.url()).pathname).toBe("/");
      const before = site.reads();
      await expect.poll(() => site.reads(), { timeout: 10_000 }).toBeGreaterThan(before + 1);
      expect(new URL(page.url()).pathname).toBe("/");
      expect(await shown()).toContain("required loading");
      site.failReads(0);
      await expect.poll(shown, { timeout: 15_000 }).toContain("required authenticated Ada");
      const after = site.reads();
      await page.waitForTimeout(1500);
      expect(site.reads()).toBe(after);
    },
  );

  it("decision 43: getSession rejects with SessionUnavailable, and never says signed out", async () => {
    const { site, show } = await open({ signedIn: true });
    const page = await show();
    await shows(page, "authenticated Ada");
    site.failReads(503);
    const code = `client.getSession().then(String, ({ name, type, status }) => [name, type, status].join())`;
    expect(await run(page, code)).toBe("SessionUnavailable,SessionUnavailable,503");
  });

  it("decision 43: a page that is taken off stops trying", async () => {
    const { site, show } = await open({ signedIn: true });
    site.failReads(503);
    const page = await show();
    await shows(page, "loading (SessionUnavailable)");
    await run(page, "unmount()");
    await settle(page);
    const before = site.reads();
    await page.waitForTimeout(2500);
    expect(site.reads()).toBe(before);
  });

  it("decision 44: what the server passes may tell the id, and nothing is asked again for it", async () => {
    const { site, show } = await open({ signedIn: true });
    const other = await show();
    await shows(other, "authenticated Ada");
    const user = { id: "1", name: "Ada", email: "ada@example.org" };
    const session = JSON.stringify({ user, expires: new Date(Date.now() + 60_000).toISOString() });
    const before = site.reads();
    const page = await show(new URLSearchParams({ session }).toString());
    await shows(page, "authenticated Ada");
    await settle(page);
    expect(site.reads()).toBe(before);
  });

  it("closes its channel when it is taken off the page", async () => {
    const { context, show } = await open({ signedIn: true });
    await context.addInitScript(() => {
      const open = new Set<BroadcastChannel>();
      Object.assign(window, { openChannels: open });
      window.BroadcastChannel = class extends BroadcastChannel {
        constructor(name: string) {
          super(name);
          open.add(this);
        }
        override close() {
          open.delete(this);
          super.close();
        }
      };
    });
    const page = await show("strict");
    await shows(page, "authenticated Ada");
    expect(await run(page, "openChannels.size")).toBe(1);
    await run(page, "client.getSession()");
    expect(await run(page, "openChannels.size")).toBe(1);
    await run(page, "unmount()");
    expect(await run(page, "openChannels.size")).toBe(0);
  });

  it("gives the providers and the CSRF token", async () => {
    const { show } = await open({ signedIn: false });
    const page = await show("bare");
    expect(await run(page, "client.getProviders().then((all) => Object.keys(all))")).toEqual([
      "credentials",
    ]);
    expect(await run(page, "client.getCsrfToken()")).toMatch(/^\S{16,}$/);
  });
});
