import { describe, expect, it } from "vitest";
import { Browser } from "./client.js";
import { people, secret } from "./config.js";

const elsewhere = "https://elsewhere.test";

/** A browser with a cookie of each kind, which tells the names of those it sent. */
class Telling extends Browser {
  sent: string[] = [];

  override send(request: Request): Promise<Response> {
    const names = (header: string) => header.split("; ").map((pair) => pair.split("=")[0] ?? "");
    return super.send(request).then((response) => {
      this.sent = names(request.headers.get("cookie") ?? "").sort();
      return response;
    });
  }
}

function visitor(): Telling {
  const browser = new Telling({ providers: [people], secret, trustHost: true });
  const headers = new Headers([
    ["set-cookie", "strict=1; SameSite=Strict"],
    ["set-cookie", "lax=1; SameSite=Lax"],
    ["set-cookie", "silent=1"],
    ["set-cookie", "none=1; SameSite=None; Secure"],
    ["set-cookie", "refused=1; SameSite=None"],
  ]);
  browser.keep(new Response(null, { headers }));
  return browser;
}

describe("the browser of the tests", () => {
  it("sends every cookie on its own site", async () => {
    const browser = visitor();
    await browser.get("session");
    expect(browser.sent).toEqual(["lax", "none", "silent", "strict"]);
    await browser.post("signout");
    expect(browser.sent).toEqual(["lax", "none", "silent", "strict"]);
  });

  it("leaves strict cookies at home when it comes from another site", async () => {
    const browser = visitor();
    await browser.get("session", { from: elsewhere });
    expect(browser.sent).toEqual(["lax", "none", "silent"]);
  });

  it("sends only SameSite=None along with a form that another site posts", async () => {
    const browser = visitor();
    await browser.post("signout", {}, { from: elsewhere });
    expect(browser.sent).toEqual(["none"]);
  });

  it("a copy has the same cookies with their attributes", async () => {
    const browser = visitor().copy();
    expect(browser.cookieHeader("/", ["strict"])).toBe("strict=1");
    expect(browser.cookieHeader("/", ["none"])).toBe("none=1");
    await browser.get("session");
    expect(browser.cookieNames().sort()).toEqual(["lax", "none", "silent", "strict"]);
  });
});
