import { MemoryAdapter } from "latchkey/adapters/memory";
import Apple from "latchkey/providers/apple";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Resend from "latchkey/providers/resend";
import { captureMail, scriptedProvider } from "latchkey/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Browser } from "../support/client.js";

const common = { secret: "a secret that is long enough for anybody to use", trustHost: true };

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Begins a sign-in and gives where the browser is sent. */
async function begin(browser: Browser, id: string): Promise<string> {
  const response = await browser.submit(`signin/${id}`);
  return response.headers.get("location") ?? "";
}

async function goTo(browser: Browser, url: string): Promise<Response> {
  return browser.send(new Request(url));
}

describe("scriptedProvider", () => {
  it("plays an OpenID provider: the whole flow, and no network", async () => {
    const google = scriptedProvider(Google);
    const browser = new Browser({ ...common, providers: [google.provider] });
    const location = await begin(browser, "google");
    expect(location).toContain("https://accounts.google.com/authorize");
    const claims = { sub: "7", name: "Ada", email: "ada@example.com", email_verified: true };
    await goTo(browser, await google.accept(location, claims));
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    expect(google.asked.map(({ host }) => host)).toContain("accounts.google.com");
  });

  it("plays an OAuth provider, with the mapping of its profile", async () => {
    const github = scriptedProvider(
      GitHub({ profile: ({ login }) => ({ id: login, name: login }) }),
    );
    const browser = new Browser({ ...common, providers: [github.provider] });
    const back = await github.accept(await begin(browser, "github"), {
      id: 1,
      login: "ada",
      email: "ada@example.com",
    });
    await goTo(browser, back);
    expect(await browser.session()).toMatchObject({ user: { name: "ada" } });
  });

  it("says no, and a code works once", async () => {
    const google = scriptedProvider(Google);
    const browser = new Browser({ ...common, providers: [google.provider] });
    const denied = await goTo(browser, google.deny(await begin(browser, "google")));
    expect(denied.headers.get("location")).toContain("error=");
    expect(await browser.session()).toBeNull();
    const back = await google.accept(await begin(browser, "google"), { sub: "7", name: "Ada" });
    await goTo(browser, back);
    expect(await browser.session()).not.toBeNull();
    const other = new Browser({ ...common, providers: [google.provider] });
    await begin(other, "google");
    await goTo(other, back);
    expect(await other.session()).toBeNull();
  });

  it("is refused in production", () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(() => scriptedProvider(Apple)).toThrow("latchkey/testing lets anyone sign in as anyone");
    expect(() => captureMail()).toThrow("latchkey/testing lets anyone sign in as anyone");
  });
});

describe("captureMail", () => {
  it("takes the mails of a provider, whose link and code sign in", async () => {
    const mail = captureMail();
    const provider = mail.from(Resend({ from: "no-reply@acme.example", apiKey: "none" }));
    const browser = new Browser({ ...common, adapter: MemoryAdapter(), providers: [provider] });
    expect(() => mail.newest()).toThrow("No mail was sent.");
    await browser.submit("signin/resend", { email: "ada@example.com" });
    const { link, code, subject } = mail.newest("ada@example.com");
    expect(subject).not.toBe("");
    expect(code).toMatch(/^\d{6}$/);
    await goTo(browser, link ?? "");
    expect(await browser.session()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(() => mail.newest("bo@example.com")).toThrow("but to ada@example.com");
    mail.clear();
    expect(mail.mails).toEqual([]);
  });
});
