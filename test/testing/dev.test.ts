import { Auth } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { devIdentity, devInbox } from "latchkey/dev";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Browser } from "../support/client.js";

const common = { secret: "a secret that is long enough for anybody to use", trustHost: true };
const origin = "http://localhost:3000";

afterEach(() => {
  vi.unstubAllEnvs();
});

const browserAt = (site = origin, people = {}) =>
  new Browser({ ...common, providers: [devIdentity(people)] }, { origin: site });

async function begin(browser: Browser): Promise<string> {
  const response = await browser.submit("signin/dev");
  return response.headers.get("location") ?? "";
}

async function linksOn(browser: Browser, url: string): Promise<string[]> {
  const response = await browser.send(new Request(url));
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  const hrefs = (await response.text()).matchAll(/href="([^"]+)"/g);
  return Array.from(hrefs, ([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), url).href);
}

describe("the development identity", () => {
  it("is a page of the application, one click signs in", async () => {
    const browser = browserAt();
    const page = await begin(browser);
    expect(page).toMatch(/^http:\/\/localhost:3000\/auth\/assets\/dev\?/);
    const [ada = ""] = await linksOn(browser, page);
    const answer = await browser.send(new Request(ada));
    await browser.send(new Request(answer.headers.get("location") ?? ""));
    expect(await browser.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });

  it("knows people of one's own, under an id of one's own", async () => {
    const people = [{ sub: "1", name: "Zed", email: "zed@example.com" }];
    const config = { ...common, providers: [devIdentity({ id: "people", people })] };
    const browser = new Browser(config, { origin });
    const begun = await browser.submit("signin/people");
    const [zed = ""] = await linksOn(browser, begun.headers.get("location") ?? "");
    const answer = await browser.send(new Request(zed));
    await browser.send(new Request(answer.headers.get("location") ?? ""));
    expect(await browser.session()).toMatchObject({ user: { name: "Zed" } });
  });

  it("lets one cancel", async () => {
    const browser = browserAt();
    const cancel = (await linksOn(browser, await begin(browser))).at(-1) ?? "";
    const answer = await browser.send(new Request(cancel));
    const ended = await browser.send(new Request(answer.headers.get("location") ?? ""));
    expect(ended.headers.get("location")).toContain("error=");
    expect(await browser.session()).toBeNull();
  });

  it("sends nobody but to the application's own callback", async () => {
    const browser = browserAt();
    const page = new URL(await begin(browser));
    page.searchParams.set("redirect_uri", "https://evil.example/");
    page.searchParams.set("person", "dev-ada");
    expect((await browser.send(new Request(page))).status).toBe(404);
    page.searchParams.append("redirect_uri", `${origin}/auth/callback/dev`);
    expect((await browser.send(new Request(page))).status).toBe(404);
  });

  it("shows mails in an inbox, whose link signs in", async () => {
    const config = { ...common, adapter: MemoryAdapter(), providers: [devInbox()] };
    const browser = new Browser(config, { origin });
    await browser.submit("signin/dev-inbox", { email: "ada@example.com" });
    const [link = ""] = await linksOn(browser, browser.url("assets/dev-inbox"));
    await browser.send(new Request(link));
    expect(await browser.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });
});

describe("refuses to exist: each condition alone is enough", () => {
  it("1. under NODE_ENV=production, when it is made", () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(() => devIdentity()).toThrow("latchkey/dev was imported in production");
    expect(() => devInbox()).toThrow("latchkey/dev was imported in production");
  });

  it("1. also where nobody says what it is", () => {
    vi.stubEnv("NODE_ENV", undefined);
    expect(() => devIdentity()).toThrow("set NODE_ENV=development");
  });

  it("1. under NODE_ENV=production, when it was made before", async () => {
    const browser = browserAt();
    const page = await begin(browser);
    vi.stubEnv("NODE_ENV", "production");
    const shown = await browser.send(new Request(page));
    expect(await shown.text()).not.toContain("Who are you today?");
    expect(shown.status).not.toBe(200);
    const begun = await begin(browser);
    expect(begun).not.toContain("/assets/dev");
  });

  it.each(["https://app.example", "http://192.168.1.5:3000", "http://localhost.evil.example"])(
    "2. on a host that is not loopback: %s",
    async (site) => {
      const browser = browserAt(site);
      expect(await begin(browser)).not.toContain("/assets/dev");
      const shown = await browser.get("assets/dev?person=dev-ada");
      expect(shown.status).not.toBe(200);
      expect(shown.headers.get("location") ?? "").not.toContain("code=");
      const inbox = new Browser(
        { ...common, adapter: MemoryAdapter(), providers: [devInbox()] },
        { origin: site },
      );
      expect((await inbox.get("assets/dev-inbox")).status).toBe(404);
    },
  );

  it.each(["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"])(
    "2. behind a proxy that names localhost: %s",
    async (name) => {
      const browser = browserAt();
      const page = await begin(browser);
      const shown = await browser.send(new Request(page, { headers: { [name]: "203.0.113.7" } }));
      expect(shown.status).not.toBe(200);
    },
  );

  it("2. for a client that is known to be elsewhere", async () => {
    const config = { ...common, providers: [devIdentity()], clientIp: () => "203.0.113.7" };
    const browser = new Browser(config, { origin });
    expect((await browser.send(new Request(await begin(browser)))).status).not.toBe(200);
    const here = new Browser({ ...config, clientIp: () => "::1" }, { origin });
    expect((await here.send(new Request(await begin(here)))).status).toBe(200);
  });

  it("3. without its import: nothing that can be configured makes it", async () => {
    vi.stubEnv("AUTH_DEV_ID", "development");
    const plain = {
      id: "dev",
      name: "Dev",
      type: "oidc",
      issuer: "http://identity.localhost",
    } as const;
    const config = { ...common, providers: [{ ...plain, clientId: "a", clientSecret: "b" }] };
    for (const path of ["assets/dev", "assets/dev-inbox", "dev", "dev/dev"]) {
      expect((await Auth(new Request(`${origin}/auth/${path}`), config)).status).toBe(404);
    }
  });
});
