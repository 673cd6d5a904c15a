import { Auth } from "latchkey";
import { describe, expect, it } from "vitest";
import { cookieNamesOf, location, textMember } from "../support/client.js";
import { costOf } from "../support/clock.js";
import { adasForm, strategies, world } from "../support/config.js";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

describe.each(strategies)("M. request parsing, strategy %s", (strategy) => {
  const post = async (route: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const ours = world(strategy).browser();
    await ours.csrfToken();
    const response = await ours.postBody(route, body, { headers });
    return { response, cookies: cookieNamesOf(response) };
  };

  it("M01 keys that name prototypes are data, and reach none", async () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const body of [
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      '{"callbackUrl":"/x","prototype":{"polluted":1}}',
    ]) {
      await post("callback/credentials", body, json);
      await post("session", body, json);
    }
    await post(
      "callback/credentials",
      "a[__proto__][polluted]=1&__proto__=1&__proto__[polluted]=1",
      form,
    );
    await world(strategy).browser().get("signin?__proto__[polluted]=1&__proto__=1&constructor=1");
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it.each([
    ["POST callback/credentials", "csrfToken=a&csrfToken=b"],
    ["POST callback/credentials", "callbackUrl=/a&callbackUrl=/b"],
    ["POST signout", "callbackUrl=/a&callbackUrl=/b"],
    ["POST signin/credentials", "csrfToken=a&csrfToken=a"],
    ["GET signin", "callbackUrl=/a&callbackUrl=/b"],
    ["GET signin", "error=a&error=b"],
    ["GET signin", "email=a&email=b"],
    ["GET error", "error=a&error=b"],
  ])("M02 %s with %s is refused", async (request, text) => {
    const [method, route = ""] = request.split(" ");
    const ours = world(strategy).browser();
    const response =
      method === "GET"
        ? await ours.get(`${route}?${text}`)
        : (await post(route, text, form)).response;
    expect(response.status).toBe(400);
    expect(cookieNamesOf(response)).toEqual([]);
  });

  it.each([
    "null",
    "[]",
    '"text"',
    "7",
    "NaN",
    '{"a":1,}',
    "{",
    "\u0000",
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    `{"data":${'{"a":'.repeat(1000)}1${"}".repeat(1000)}}`,
  ])("M03 the JSON body %.20j is a 400", async (body) => {
    for (const route of ["callback/credentials", "session", "signout"]) {
      const { response, cookies } = await post(route, body, json);
      expect([response.status, cookies]).toEqual([400, []]);
      expect(textMember(await response.json(), "message")).not.toBe("");
    }
  });

  it("M03 JSON whose text only looks nested is read", async () => {
    const ours = world(strategy).browser();
    await ours.signIn(adasForm);
    const response = await ours.update({ text: '{"'.repeat(500) });
    expect(response.status).toBe(200);
  });

  it.each([
    [json["content-type"], "username=ada&password=x", 400],
    ["", "username=ada", 415],
    ["application/json-patch+json", "{}", 415],
    ["text/plain", "csrfToken=x", 415],
    ["application/octet-stream", "x", 415],
    ["application/xml", "<a/>", 415],
    ["application/jsonx", "{}", 415],
  ])("M04 the content type %j with another body: %s is a %i", async (type, body, status) => {
    const bytes = new TextEncoder().encode(body);
    const { response, cookies } = await post("callback/credentials", bytes, {
      "content-type": type,
    });
    expect([response.status, cookies]).toEqual([status, []]);
  });

  it("M04 JSON that is declared as a form, and no body at all, carry no token", async () => {
    const ours = world(strategy).browser();
    const csrfToken = await ours.csrfToken();
    const declared = await ours.postBody("signout", JSON.stringify({ csrfToken }), {
      headers: form,
    });
    expect(location(declared)).toContain("MissingCSRF");
    const none = await ours.postBody("signout", "", { headers: { "content-type": "" } });
    expect(location(none)).toContain("MissingCSRF");
  });

  it("M04 a content type is read without regard to case and parameters", async () => {
    const ours = world(strategy).browser();
    const csrfToken = await ours.csrfToken();
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    await ours.postBody("callback/credentials", JSON.stringify({ ...adasForm, csrfToken }), {
      headers,
    });
    expect(await ours.session()).not.toBeNull();
  });

  const multipart = (boundary: string) => ({
    "content-type": `multipart/form-data; boundary=${boundary}`,
  });
  const part = (name: string, value = "v") =>
    `--limit7\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  it.each([
    ["another boundary than declared", `${part("a")}--limit7--\r\n`, multipart("other")],
    ["no end", part("a").slice(0, -4), multipart("limit7")],
    ["no boundary", `${part("a")}--limit7--\r\n`, { "content-type": "multipart/form-data" }],
    ["10,000 parts", `${part("a").repeat(10_000)}--limit7--\r\n`, multipart("limit7")],
    [
      "a file",
      '--limit7\r\ncontent-disposition: form-data; name="f"; filename="x.txt"\r\n\r\nx\r\n--limit7--\r\n',
      multipart("limit7"),
    ],
  ])("M05 a multipart form with %s is a 400", async (_, body, headers) => {
    const { response, cookies } = await post("callback/credentials", body, headers);
    expect([response.status, cookies]).toEqual([400, []]);
    expect(await costOf(() => post("callback/credentials", body, headers))).toBeLessThan(1000);
  });

  it("M05 a small multipart form of text fields is accepted", async () => {
    const ours = world(strategy).browser();
    const csrfToken = await ours.csrfToken();
    const fields = Object.entries({ ...adasForm, csrfToken });
    const body = `${fields.map(([name, value]) => part(name, value)).join("")}--limit7--\r\n`;
    const response = await ours.postBody("callback/credentials", body, {
      headers: multipart("limit7"),
    });
    expect(location(response)).toBe("https://app.test");
    expect(await ours.session()).not.toBeNull();
  });

  it("M06 a body over a megabyte is a 413, whether or not its length was declared", async () => {
    const chunk = new TextEncoder().encode("x".repeat(64 * 1024));
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
      cancel() {
        cancelled = true;
      },
    });
    const { config } = world(strategy);
    const url = "https://app.test/auth/callback/credentials";
    const streamed = new Request(url, {
      method: "POST",
      headers: form,
      body: endless,
      // @ts-expect-error the DOM's types do not know it yet; Node needs it for streams
      duplex: "half",
    });
    expect((await Auth(streamed, config)).status).toBe(413);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(2 * 1024 * 1024);
    const declared = new Request(url, {
      method: "POST",
      headers: { ...form, "content-length": String(1024 * 1024 + 1) },
      body: "a=1",
    });
    expect((await Auth(declared, config)).status).toBe(413);
  });

  it("M06 a body of exactly a megabyte is read", async () => {
    const ours = world(strategy).browser();
    const csrfToken = await ours.csrfToken();
    const head = `csrfToken=${csrfToken}&password=`;
    const body = head + "x".repeat(1024 * 1024 - head.length);
    const response = await ours.postBody("callback/credentials", body, { headers: form });
    expect(location(response)).toContain("CredentialsSignin");
  });

  it("M06 a body that breaks off, or was read before, is a 400", async () => {
    const { config } = world(strategy);
    const url = "https://app.test/auth/signout";
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.error(new Error("the connection was reset"));
      },
    });
    const cut = new Request(url, {
      method: "POST",
      headers: form,
      body: broken,
      // @ts-expect-error the DOM's types do not know it yet; Node needs it for streams
      duplex: "half",
    });
    expect((await Auth(cut, config)).status).toBe(400);
    const used = new Request(url, { method: "POST", headers: form, body: "a=1" });
    await used.text();
    expect((await Auth(used, config)).status).toBe(400);
  });

  it.each([
    "signin?a=%",
    "signin?callbackUrl=%zz",
    "session?x=%c0%af",
    "callback/%",
    "callback/%E0%A4%A",
    "error?error=%ff",
  ])("M07 GET %s is a 400", async (route) => {
    const { config } = world(strategy);
    const response = await Auth(new Request(`https://app.test/auth/${route}`), config);
    expect([response.status, cookieNamesOf(response)]).toEqual([400, []]);
  });

  it("M07 a form with an invalid percent-encoding, or that is no UTF-8, is a 400", async () => {
    for (const body of ["a=%", "a=%zz&b=1", "%c0%af=1"]) {
      expect((await post("signout", body, form)).response.status).toBe(400);
    }
    const latin = Uint8Array.from([0x61, 0x3d, 0xe4]);
    expect((await post("signout", latin, form)).response.status).toBe(400);
    expect((await post("signout", latin, json)).response.status).toBe(400);
  });

  it.each([
    "/auth//signin",
    "/authsignin",
    "/auth/%73ignin",
    "/auth/signin;x",
    "/AUTH/signin",
    "/auth/Signin",
    "/auth/signin/a/b",
    "/auth/callback/%2e%2e",
    "/auth/signin//",
    "//auth/signin",
    "/auth",
  ])("M08 %s is a 404", async (path) => {
    const { config } = world(strategy);
    const response = await Auth(new Request(`https://app.test${path}`), config);
    expect([response.status, cookieNamesOf(response)]).toEqual([404, []]);
  });

  it("M08 /auth/signin and /auth/signin/ work", async () => {
    const ours = world(strategy).browser();
    expect((await ours.get("signin")).status).toBe(200);
    expect((await ours.get("signin/")).status).toBe(200);
  });

  it("M09 a base path with characters of a pattern is matched as text", async () => {
    const { config } = world(strategy, { basePath: "/a.b+(c)" });
    const at = async (path: string) =>
      (await Auth(new Request(`https://app.test${path}`), config)).status;
    expect(await at("/a.b+(c)/session")).toBe(200);
    expect(await at("/axb+(c)/session")).toBe(404);
    expect(await at("/a.bb(c)/session")).toBe(404);
  });

  it("M10 an unknown provider, however long or odd, is told to nobody but the log, in short", async () => {
    const { browser, log } = world(strategy);
    for (const id of ["x".repeat(10_000), "<script>alert(1)</script>", "a\r\nb"]) {
      const response = await browser().submit(`signin/${encodeURIComponent(id)}`);
      expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    }
    const messages = log.errors("InvalidProvider").map(({ message }) => message);
    expect(messages).toHaveLength(3);
    for (const message of messages) {
      expect(message.length).toBeLessThan(300);
      expect(message).not.toMatch(/[\r\n]/);
    }
  });
});
