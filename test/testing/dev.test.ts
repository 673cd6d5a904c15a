import { Auth, customFetch } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { devIdentity, devInbox } from "latchkey/dev";
import { afterEach, describe, expect, it, vi } from "vitest";
import { engineFor } from "../../src/doors/engine.js";
import { Browser, type Answerer } from "../support/client.js";

const common = { secret: "a secret that is long enough for anybody to use", trustHost: true };
const origin = "http://localhost:3000";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** As a framework answers whose socket leads to this address. */
const from =
  (peer: string | undefined): Answerer =>
  (request, config) =>
    engineFor(config).handle(request, { peer });
const here = from("127.0.0.1");

const browserAt = (site = origin, auth = here) =>
  new Browser({ ...common, providers: [devIdentity()] }, { origin: site, auth });

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
    const browser = new Browser(config, { origin, auth: here });
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
    const browser = new Browser(config, { origin, auth: here });
    await browser.submit("signin/dev-inbox", { email: "ada@example.com" });
    const [link = ""] = await linksOn(browser, browser.url("assets/dev-inbox"));
    await browser.send(new Request(link));
    expect(await browser.session()).toMatchObject({ user: { email: "ada@example.com" } });
  });
});

describe("answers nobody: each condition alone is enough", () => {
  it.each(["production", "staging", undefined])(
    "1. under NODE_ENV=%s, though making it is harmless",
    async (mode) => {
      vi.stubEnv("NODE_ENV", mode);
      const browser = browserAt();
      expect((await browser.get("assets/dev?person=dev-ada")).status).toBe(500);
      expect((await browser.get("callback/dev?code=x&state=y")).status).toBe(500);
      expect((await browser.get("session")).status).toBe(500);
    },
  );

  it.each(["production", "staging", undefined])(
    "1. under NODE_ENV=%s, when what it is made of is called",
    async (mode) => {
      vi.stubEnv("NODE_ENV", mode);
      const provider = devIdentity();
      await expect(provider[customFetch]?.("http://identity.localhost/keys")).rejects.toThrow(
        "latchkey/dev",
      );
      const mails = devInbox();
      const params = { identifier: "ada@example.com", url: origin };
      // @ts-expect-error as little as a caller by hand gives
      expect(() => mails.sendVerificationRequest(params)).toThrow("latchkey/dev");
    },
  );

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
        { origin: site, auth: here },
      );
      expect((await inbox.get("assets/dev-inbox")).status).toBe(403);
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

  it.each([undefined, "", "203.0.113.7", "192.168.1.5", "::ffff:10.0.0.1", "127.evil", "::2"])(
    "2. for a socket that leads to %j",
    async (peer) => {
      const browser = browserAt(origin, from(peer));
      expect((await browser.send(new Request(await begin(browser)))).status).toBe(403);
    },
  );

  it.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])(
    "2. but for a socket that leads to %s",
    async (peer) => {
      const browser = browserAt(origin, from(peer));
      expect((await browser.send(new Request(await begin(browser)))).status).toBe(200);
    },
  );

  it("2. for a client that the application knows to be elsewhere", async () => {
    const config = { ...common, providers: [devIdentity()], clientIp: () => "203.0.113.7" };
    const browser = new Browser(config, { origin, auth: here });
    expect((await browser.send(new Request(await begin(browser)))).status).toBe(403);
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
