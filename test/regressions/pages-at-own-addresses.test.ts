import { describe, expect, it } from "vitest";
import type { Browser } from "../support/client.js";
import { location } from "../support/client.js";
import { adasForm, world, type TestConfig } from "../support/config.js";

type Pages = NonNullable<TestConfig["pages"]>;

const base = "https://app.test";

/** Follows redirects until there is a page, of the library or of the application; fails in a loop. */
async function arrive(browser: Browser, response: Response): Promise<string> {
  let [here, at] = ["", response];
  for (let hop = 0; hop < 5; hop++) {
    if (at.status === 200 || at.status >= 400) return `${at.status} ${here}`;
    here = location(at);
    if (!here.startsWith(browser.url(""))) return here;
    at = await browser.get(here.slice(browser.url("").length));
  }
  throw new Error(`Round in circles at ${here}.`);
}

describe("pages of the application at the library's own addresses", () => {
  it.each<[string, Pages]>([
    ["signin", { signIn: "/auth/signin" }],
    ["signin", { signIn: "/auth/signin/?theme=dark" }],
    ["signin", { signIn: "https://app.test/auth/signin" }],
    ["signin", { signIn: "/Auth/Signin" }],
    ["signout", { signOut: "/auth/signout" }],
    ["error?error=AccessDenied", { error: "/auth/error" }],
    ["verify-request", { verifyRequest: "/auth/verify-request" }],
    ["signin", { signIn: "/auth/error", error: "/auth/signin" }],
    ["error", { signIn: "/auth/error", error: "/auth/signin" }],
    ["error", { error: "/auth/verify-request", verifyRequest: "/auth/error" }],
    ["signin", { signIn: "/auth/callback/credentials" }],
    ["error", { error: "/auth/session" }],
  ])("GET %s with %o shows the built-in page", async (route, pages) => {
    const browser = world("jwt", { pages }).browser();
    const response = await browser.get(route);
    expect(await arrive(browser, response)).toMatch(/^(?:200|403) /);
    expect(response.headers.get("content-type")).toContain("text/html");
  });

  it("one page of the library may take the place of another", async () => {
    const browser = world("jwt", { pages: { error: "/auth/signin" } }).browser();
    expect(await arrive(browser, await browser.get("error?error=AccessDenied"))).toBe(
      `200 ${base}/auth/signin?error=AccessDenied`,
    );
    const login = world("jwt", { pages: { error: "/auth/signin", signIn: "/login" } }).browser();
    expect(await arrive(login, await login.get("error?error=AccessDenied"))).toContain("/login?");
  });

  it("a failed sign-in ends on a page, whatever the pages are", async () => {
    const pages = { signIn: "/auth/signin", error: "/auth/error" };
    const browser = world("jwt", { pages, callbacks: { signIn: () => false } }).browser();
    expect(await arrive(browser, await browser.signIn(adasForm))).toBe(
      `403 ${base}/auth/error?error=AccessDenied`,
    );
    expect(await arrive(browser, await browser.signIn({}))).toMatch(/^200 .*CredentialsSignin/);
  });

  it("a new user is not sent to the library's own endpoints", async () => {
    for (const newUser of ["/auth/session", "/auth/callback/email", "/AUTH/csrf"]) {
      const links: string[] = [];
      const mail = {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
      } as const;
      const browser = world("database", { providers: [mail], pages: { newUser } }).browser();
      await browser.submit("signin/mail", { email: "new@example.org", callbackUrl: "/inbox" });
      const response = await browser.send(new Request(links[0] ?? ""));
      expect(location(response)).toBe(`${base}/inbox`);
    }
  });

  it("while the configuration is wrong, the built-in error page is shown at once", async () => {
    for (const error of ["/auth/error", "/auth/signin", "/auth/signout"]) {
      const browser = world("jwt", { pages: { error }, trustHost: false }).browser();
      for (const route of ["signin", "error?error=Configuration", "signout"]) {
        expect((await browser.get(route)).status).toBe(500);
      }
    }
  });

  it("while the configuration is wrong, an error page behind the guard does not loop", async () => {
    const pages = { error: "/oops" };
    const { browser, log } = world("jwt", { pages, trustHost: false });
    const ours = browser();
    expect(location(await ours.get("signin"))).toBe(`${base}/oops?error=Configuration`);
    for (const from of ["/oops?error=Configuration", `${base}/oops?error=Configuration`]) {
      const response = await ours.get(`signin?callbackUrl=${encodeURIComponent(from)}`);
      expect(response.status).toBe(500);
    }
    expect(log.codes("error")).toContain("ErrorPageLoop");
  });
});
