import { inspect } from "node:util";
import { CredentialsSignin } from "latchkey/errors";
import * as errors from "latchkey/errors";
import Credentials from "latchkey/providers/credentials";
import { afterEach, describe, expect, it, vi } from "vitest";
import { busyScript } from "../../src/pages/layout.js";
import { Browser } from "../support/client.js";
import { day, useClock } from "../support/clock.js";
import {
  ada,
  adasForm,
  password,
  secret,
  strategies,
  world,
  type TestConfig,
} from "../support/config.js";

const clock = useClock();
afterEach(() => {
  vi.restoreAllMocks();
});

const corpus = [
  `"><script>alert(1)</script>`,
  `'><img src=x onerror=alert(1)>`,
  `</title><script>alert(1)</script>`,
  `</style><script>alert(1)</script>`,
  `javascript:alert(1)`,
  `<svg/onload=alert(1)>`,
  `{{constructor.constructor('alert(1)')()}}`,
];

const page = async (route: string, overrides: Partial<TestConfig> = {}) => {
  const response = await world("jwt", overrides).browser().get(route);
  return { response, html: await response.text() };
};

/** Elements and attributes by which a page could run something. */
const active =
  /<(?:script|img|svg\/|iframe|object|embed|base|link|meta http-equiv)|\son\w+\s*=|javascript:/i;

describe("N. pages", () => {
  it.each(corpus)("N01 %s is inert in every value of a query", async (text) => {
    const value = encodeURIComponent(text);
    for (const route of [
      `signin?error=${value}`,
      `signin?error=CredentialsSignin&code=${value}`,
      `signin?callbackUrl=${value}`,
      `signin?email=${value}`,
      `error?error=${value}`,
      `signout?callbackUrl=${value}`,
      `verify-request?provider=${value}&email=${value}`,
    ]) {
      const { html } = await page(route);
      expect(html).not.toContain(text);
      const others = html.replace(`<script>${busyScript}</script>`, "");
      expect(others.replace(/<svg[^]*?<\/svg>/g, "")).not.toMatch(active);
    }
  });

  it.each(corpus)("N01 N05 %s is inert in names, theme and fields", async (text) => {
    const provider = Credentials({
      id: "x",
      name: text,
      credentials: {
        [text]: { label: text, placeholder: text, type: text, value: text, onfocus: text },
      },
    });
    const theme = { logo: text, brandColor: text, buttonText: text, name: text };
    const other = Credentials({ id: "y", name: "Other" });
    const { html, response } = await page("signin", { providers: [provider, other], theme });
    expect(response.status).toBe(200);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
    expect(html).not.toMatch(/<[^>]+\sonfocus\s*=/i);
    expect(html).not.toMatch(/(?:src|href|action)="javascript:/i);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "N02 ?error=%s gives the default text",
    async (error) => {
      const [odd, plain] = [await page(`error?error=${error}`), await page("error?error=Unknown")];
      expect(odd.html).toBe(plain.html);
      expect(odd.response.status).toBe(200);
      const strip = (html: string) => html.replace(/value="[0-9a-f]{64}"/g, "");
      const signIn = await page(`signin?error=${error}`);
      expect(strip(signIn.html)).toBe(strip((await page("signin?error=Unknown")).html));
      const code = await page(`signin?error=CredentialsSignin&code=${error}`);
      expect(strip(code.html)).toBe(
        strip((await page("signin?error=CredentialsSignin&code=credentials")).html),
      );
    },
  );

  it("N03 names of properties in the query change nothing of the page", async () => {
    const strip = (html: string) => html.replace(/value="[0-9a-f]{64}"/g, "");
    const odd = await page("signin?providers=x&theme=y&csrfToken=z&forms=w&siteName=v&messages=u");
    expect(strip(odd.html)).toBe(strip((await page("signin")).html));
  });

  it.each(["signin", "signout", "error", "verify-request", "error?error=Configuration"])(
    "N04 GET %s has the headers of a page that can't be abused",
    async (route) => {
      const { response, html } = await page(route);
      const policy = response.headers.get("content-security-policy") ?? "";
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
        expect(policy).toContain(part);
      }
      expect(policy).not.toMatch(/unsafe-(?:inline|eval)|\*/);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        // Not no-referrer: with that, browsers send Origin: null, which A04 refuses.
        "referrer-policy": "same-origin",
        "cache-control": "private, no-store",
        "cross-origin-opener-policy": "same-origin",
      });
      const hosts = [...html.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host);
      expect(
        new Set(hosts.filter((host) => host !== "app.test" && host !== "www.w3.org")).size,
      ).toBe(0);
    },
  );

  it("N08 the error page of every type tells nothing of the inside", async () => {
    const types = Object.values(errors).flatMap((value) =>
      typeof value === "function" && "type" in value ? [String(value.type)] : [],
    );
    expect(types.length).toBeGreaterThan(30);
    for (const type of types) {
      const { html, response } = await page(`error?error=${type}`);
      expect(html).not.toMatch(/\bat .*\.[jt]s:\d|node_modules|Error:/);
      expect([200, 400, 403, 500]).toContain(response.status);
      if (!["AccessDenied", "Verification"].includes(type)) expect(html).not.toContain(type);
    }
  });
});

describe("N. logs", () => {
  it("N06 text from outside stays one escaped line on the console", async () => {
    const lines: unknown[] = [];
    for (const level of ["error", "warn", "debug"] as const) {
      vi.spyOn(console, level).mockImplementation((...line: unknown[]) => void lines.push(...line));
    }
    const evil = "x\r\n[latchkey] error Forged: \u001b[31m\u2028\u2029\u0085\u009b";
    const provider = Credentials({
      authorize: () => {
        throw new Error(evil);
      },
    });
    const ours = world("jwt", { providers: [provider], logger: undefined, debug: true }).browser();
    await ours.signIn(adasForm, { headers: { "user-agent": "a\u009bb" } });
    await ours.submit(`signin/${encodeURIComponent(evil)}`);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(String(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    }
  });
});

describe.each(strategies)("N. canaries, strategy %s", (strategy) => {
  /** Everything that was said to anybody but the browser's cookie jar. */
  const everything = async (
    overrides: Partial<TestConfig>,
    run: (browser: Browser) => Promise<void>,
  ) => {
    const bodies: string[] = [];
    const all = world(strategy, { debug: true, ...overrides });
    class Listening extends Browser {
      override async send(request: Request) {
        const response = await super.send(request);
        bodies.push(await response.clone().text(), response.headers.get("location") ?? "");
        return response;
      }
    }
    const browser = new Listening(all.config);
    await run(browser);
    const logs = inspect(all.log.entries, { depth: 20, maxStringLength: null });
    return { logs, bodies: bodies.join("\n"), browser, entries: all.log.entries.length };
  };

  it("N07 with debug on, no secret, password, token or cookie is in any log or page", async () => {
    const seen = new Set<string>([secret, password]);
    const { logs, bodies, entries } = await everything({}, async (browser) => {
      const note = () => {
        // The reference of an error is there to be found in the log.
        const names = browser.cookieNames().filter((name) => !name.endsWith("latchkey.failure"));
        for (const name of names) seen.add(browser.cookie(name) ?? "");
      };
      await browser.get("signin?callbackUrl=/inbox");
      note();
      await browser.signIn({ ...adasForm, password: "wrong" });
      await browser.signIn(adasForm);
      note();
      await browser.session();
      await browser.update({ a: 1 });
      clock.pass(day);
      await browser.session();
      note();
      await browser.post("signout", {}, { headers: { origin: "https://evil.test" } });
      await browser.postJson("signout", { csrfToken: [1] });
      browser.plant("__Secure-authjs.session-token", "planted-canary-token");
      seen.add("planted-canary-token");
      await browser.session();
      await browser.signOut();
      note();
    });
    expect(entries).toBeGreaterThan(3);
    expect(seen.size).toBeGreaterThan(5);
    for (const canary of seen) {
      if (canary.startsWith("https://app.test")) continue;
      expect(logs).not.toContain(canary);
      expect(bodies).not.toContain(canary);
    }
  });

  it("N07 nor when everything fails", async () => {
    const { logs, bodies } = await everything(
      {
        providers: [
          Credentials({
            authorize: () => {
              throw new CredentialsSignin("no");
            },
          }),
        ],
        callbacks: {
          session: () => {
            throw new Error("callback failed");
          },
        },
      },
      async (browser) => {
        await browser.signIn(adasForm);
        await browser.get("callback/credentials?code=canary-code");
        await browser.submit("signin/nope", adasForm);
      },
    );
    for (const canary of [secret, password, "canary-code"]) {
      expect(logs).not.toContain(canary);
      expect(bodies).not.toContain(canary);
    }
  });

  it("decision 37: an adapter that fails is logged by its method, not by what it was given", async () => {
    const { adapter } = world("database");
    const { logs, browser } = await everything(
      {
        adapter: {
          ...adapter,
          deleteSession: () => Promise.reject<null>(new Error("store is read-only")),
        },
        session: { strategy: "database" },
      },
      async (ours) => {
        await ours.signIn(adasForm);
        ours.plant("kept", ours.sessionToken() ?? "");
        await ours.signOut();
      },
    );
    expect(logs).toContain("adapter_deleteSession");
    expect(logs).toContain("store is read-only");
    expect(browser.cookie("kept")).toMatch(/^[0-9a-f-]{36}$/);
    expect(logs).not.toContain(browser.cookie("kept"));
    expect(logs).not.toContain(ada.email);
  });
});
