import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ada, adasForm, password } from "../../support/config.js";
import { hushConsole, open, pathIn, site, type Setting, type Surroundings } from "./world.js";

const form = "application/x-www-form-urlencoded";

/** HTTP itself: proxies, bodies, mount paths, methods, errors. */
export function wireJourneys(around: Surroundings): void {
  const jwt = (more: Partial<Setting> = {}) => open(around, { strategy: "jwt", ...more });
  const proxied = {
    host: "inner.test",
    origin: "https://app.test",
    "x-forwarded-host": "app.test",
    "x-forwarded-proto": "https",
  };

  it("behind a proxy that is trusted the site is where the proxy says", async () => {
    const { visitor } = await jwt({ plan: { trustsProxy: true } });
    const browser = visitor({ headers: proxied });
    const answer = await browser.signIn({ ...adasForm, callbackUrl: "/who" });
    expect(answer.headers.location).toBe("https://app.test/who");
    for (const line of answer.setCookies) expect(line).toContain("; Secure");
    expect(browser.sessionCookies()).toEqual(["__Secure-authjs.session-token"]);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
    expect((await browser.get("/account")).text).toBe("inside");
  });

  it("forwarded headers that nobody vouches for change nothing", async () => {
    const { visitor } = await jwt();
    const browser = visitor({
      headers: { host: "app.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" },
    });
    const { text } = await browser.route("providers");
    expect(text).toContain(`"${site}/auth/signin/op"`);
    expect(text).not.toContain("evil");
  });

  it("a configured URL wins over every header", async () => {
    const { visitor } = await jwt({ config: { url: "https://www.app.test" } });
    const browser = visitor({ headers: { host: "app.test" } });
    const { text } = await browser.route("providers");
    expect(text).toContain('"https://www.app.test/auth/signin/op"');
    const fields = { ...adasForm, csrfToken: await browser.csrfToken() };
    await browser.post("callback/credentials", JSON.stringify(fields), "application/json");
    expect(browser.sessionCookies()).toEqual(["__Secure-authjs.session-token"]);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
  });

  describe.each([false, true])("where the application parses bodies: %s", (parsesBodies) => {
    it("a form, JSON and a multipart form sign in", async () => {
      const { visitor } = await jwt({ plan: { parsesBodies } });
      for (const [encode, type] of encodings) {
        const browser = visitor();
        const fields = { ...adasForm, csrfToken: await browser.csrfToken() };
        const body = encode(fields);
        await browser.post("callback/credentials", body, type);
        expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
      }
    });

    it("a form without the CSRF token is refused", async () => {
      const { visitor } = await jwt({ plan: { parsesBodies } });
      const browser = visitor();
      await browser.post("callback/credentials", `username=ada&password=${password}`, form);
      expect(browser.sessionCookies()).toEqual([]);
    });
  });

  it("what can't be read is answered with 400, 415 and 413, and sets no cookie", async () => {
    const { visitor } = await jwt();
    const browser = visitor();
    const post = (body: string, type: string) => browser.post("signin/op", body, type);
    const answers = [
      await post("{", "application/json"),
      await post("<a/>", "application/xml"),
      // The last: some servers close the connection of whoever sends too much.
      await post(`a=${"x".repeat(1_100_000)}`, form),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 413]);
    expect(answers.flatMap(({ setCookies }) => setCookies)).toEqual([]);
  });

  it("the routes can be elsewhere, and providers call back there", async () => {
    const { visitor } = await jwt({ config: { basePath: "/shop/login" } });
    const browser = visitor({ basePath: "/shop/login" });
    const begun = await browser.submit("signin/op", { callbackUrl: "/who" });
    const target = new URL(begun.headers.location ?? "");
    expect(target.searchParams.get("redirect_uri")).toBe(`${site}/shop/login/callback/op`);
    const { url } = await around.openid.visit(target);
    expect((await browser.get(pathIn(url))).headers.location).toBe(`${site}/who`);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: "Pat Example" } });
    expect((await browser.get("/auth/session")).status).toBe(404);
  });

  it("HEAD is GET without a body, where GET changes nothing", async () => {
    const { visitor } = await jwt();
    const browser = visitor();
    const head = (path: string) => browser.send({ method: "HEAD", path });
    const session = await head("/auth/session");
    expect([session.status, session.text]).toEqual([200, ""]);
    expect(session.headers["content-type"]).toContain("application/json");
    expect((await head("/auth/signin")).headers["content-type"]).toContain("text/html");
    expect((await head("/auth/callback/op")).status).toBe(405);
  });

  it("other methods get 405 with those that there are, unknown routes 404", async () => {
    const { visitor } = await jwt();
    const browser = visitor();
    const put = await browser.send({ method: "PUT", path: "/auth/session" });
    expect([put.status, put.headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    const options = await browser.send({ method: "OPTIONS", path: "/auth/session" });
    expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
    for (const path of ["/auth/none", "/auth/session/none/at/all", "/authentic", "/auth/%zz"]) {
      expect([400, 404]).toContain((await browser.get(path)).status);
    }
  });

  it("the built-in pages come whole, with their headers", async () => {
    const { visitor } = await jwt();
    const { status, headers, text } = await visitor().route("signin");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["cache-control"]).toContain("no-store");
    expect(text).toMatch(/^<!doctype html>[^]*<\/html>\s*$/i);
  });

  it("limits go by the address of the client, which a trusted proxy tells", async () => {
    const keys: string[] = [];
    const rateLimit = (key: string) => {
      keys.push(key);
      return true;
    };
    const { host } = around;
    const config = { rateLimit };
    for (const trustsProxy of [false, true]) {
      const { visitor } = await jwt({ config, plan: { trustsProxy } });
      const told = trustsProxy ? { ...proxied, "x-forwarded-for": "203.0.113.9" } : {};
      const browser = visitor(trustsProxy ? { headers: told } : {});
      await browser.signIn(adasForm);
      if (host.calls) await browser.send({ method: "POST", path: "/login", ...asForm(adasForm) });
    }
    const peer = host.tellsPeer === false ? [] : ["ip:127.0.0.1"];
    const client = host.tellsClient === false ? peer : ["ip:203.0.113.9"];
    const twice = (all: readonly string[]) => (host.calls ? [...all, ...all] : all);
    const found = keys.filter((key) => key.startsWith("ip:"));
    expect(found).toEqual([...twice(peer), ...twice(client)]);
  });

  it("pages for development answer a loopback socket that the framework tells, and no header", async () => {
    const { visitor, origin } = await jwt({ plan: { trustsProxy: true } });
    const local = { host: `localhost:${new URL(origin).port}` };
    const statusOf = async (headers: Readonly<Record<string, string>> = {}) =>
      (await visitor({ headers: { ...local, ...headers } }).route("doctor")).status;
    expect(await statusOf()).toBe(around.host.tellsPeer === false ? 403 : 200);
    for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "via"]) {
      expect(await statusOf({ [name]: "127.0.0.1" })).toBe(403);
    }
    expect(await statusOf({ host: "app.test" })).toBe(403);
  });

  it("without a secret in production nothing is answered as if nobody were signed in", async () => {
    vi.stubEnv("NODE_ENV", "production");
    vi.stubEnv("AUTH_SECRET", undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    hushConsole();
    const { visitor } = await jwt({ config: { secret: undefined } });
    const browser = visitor();
    for (const path of ["/auth/session", "/who", "/account"]) {
      expect((await browser.get(path)).status).toBe(500);
    }
    expect((await browser.get("/open")).text).toBe("open");
  });
}

function asForm(fields: Readonly<Record<string, string>>) {
  return { headers: { "content-type": form }, body: new URLSearchParams(fields).toString() };
}

type Encoding = readonly [(fields: Readonly<Record<string, string>>) => string, string];

const encodings: readonly Encoding[] = [
  [(fields) => new URLSearchParams(fields).toString(), form],
  [(fields) => JSON.stringify(fields), "application/json"],
  [multipart, "multipart/form-data; boundary=----frontier"],
];

function multipart(fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `------frontier\r\n${parts.join("------frontier\r\n")}------frontier--\r\n`;
}
