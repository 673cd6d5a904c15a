import { describe, expect, it } from "vitest";
import { json, redirectTo, type Outcome } from "./outcome.js";
import { respond, respondRaw } from "./respond.js";

const plain = { cookies: [], redirectAsJson: false, headOnly: false, afterPost: false };
const cookie = { name: "a", value: "1", options: { path: "/", httpOnly: true } };
const privately = {
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
  vary: "Cookie",
};
const page: Outcome = {
  kind: "html",
  status: 403,
  body: "<p>no</p>",
  headers: { "content-type": "text/html; charset=utf-8" },
};
const script: Outcome = {
  kind: "asset",
  status: 200,
  body: "let a",
  headers: { "content-type": "text/javascript", "cache-control": "public, immutable" },
};

const headersOf = ({ headers }: { headers?: HeadersInit | undefined }) =>
  Object.fromEntries(new Headers(headers));

describe("a response", () => {
  it("that redirects", async () => {
    const response = respond(redirectTo("https://app.test/in"), plain);
    expect(response.status).toBe(302);
    expect(headersOf(response)).toEqual({ ...privately, location: "https://app.test/in" });
    expect(await response.text()).toBe("");
    expect(respond(redirectTo("/in"), { ...plain, afterPost: true }).status).toBe(303);
  });

  it("that redirects names no scheme of its own site where that is not known for sure", () => {
    const schemeless = { origin: "http://app.test", basePath: "/auth" };
    const to = (url: string) =>
      respond(redirectTo(url), { ...plain, schemeless }).headers.get("location");
    expect(to("http://app.test/in?a=1#b")).toBe("/in?a=1#b");
    expect(to("http://app.test")).toBe("/");
    expect(to("http://app.test//evil.test")).toBe("http://app.test//evil.test");
    expect(to("http://app.test.evil/in")).toBe("http://app.test.evil/in");
    expect(to("https://other.test/in")).toBe("https://other.test/in");
    expect(respond(page, { ...plain, schemeless }).status).toBe(403);
  });

  it("that tells the address of a redirect as JSON, where that was asked for", async () => {
    const asked = { ...plain, redirectAsJson: true };
    const response = respond(redirectTo("https://app.test/in"), asked);
    expect(response.status).toBe(200);
    expect(headersOf(response)).toMatchObject({ ...privately, "content-type": "application/json" });
    expect(await response.json()).toEqual({ url: "https://app.test/in" });
    expect(response.headers.has("retry-after")).toBe(false);
    expect(respond(page, asked).status).toBe(403);
    const later = respond({ ...redirectTo("https://app.test/in"), retryAfter: 7 }, asked);
    expect(later.headers.get("retry-after")).toBe("7");
    const plainly = respond({ ...redirectTo("https://app.test/in"), retryAfter: 7 }, plain);
    expect(plainly.headers.has("retry-after")).toBe(false);
    const head = respond(redirectTo("https://app.test/in"), { ...asked, headOnly: true });
    expect(await head.text()).toBe("");
    expect(head.status).toBe(200);
  });

  it("of JSON", async () => {
    const response = respond({ ...json({ a: 1 }, 418), headers: { "retry-after": "5" } }, plain);
    expect(response.status).toBe(418);
    expect(headersOf(response)).toEqual({
      ...privately,
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "retry-after": "5",
    });
    expect(await response.json()).toEqual({ a: 1 });
    expect(await respond(json(null), plain).text()).toBe("null");
    expect(await respond(json(undefined), plain).text()).toBe("null");
    expect(await respond(json(0), plain).text()).toBe("0");
    expect(respond(json(0), plain).status).toBe(200);
  });

  it("of a page and of a file", async () => {
    const html = respond(page, plain);
    expect([html.status, await html.text()]).toEqual([403, "<p>no</p>"]);
    expect(headersOf(html)).toEqual({ ...privately, "content-type": "text/html; charset=utf-8" });
    const asset = respond(script, plain);
    expect([asset.status, await asset.text()]).toEqual([200, "let a"]);
    expect(headersOf(asset)).toEqual(script.headers);
  });

  it("of nothing", async () => {
    const response = respond({ kind: "empty", status: 204, headers: { allow: "GET" } }, plain);
    expect([response.status, response.body]).toEqual([204, null]);
    expect(headersOf(response)).toEqual({ ...privately, allow: "GET" });
    expect(headersOf(respond({ kind: "empty", status: 204 }, plain))).toEqual(privately);
  });

  it("to HEAD has the headers and no body", async () => {
    for (const outcome of [json({ a: 1 }), page, script]) {
      const response = respond(outcome, { ...plain, headOnly: true });
      expect(await response.text()).toBe("");
      expect(headersOf(response)).toEqual(headersOf(respond(outcome, plain)));
    }
  });

  it("is kept by no cache, unless it is a file that never changes", () => {
    expect(headersOf(respond(json({ a: 1 }), plain))).toMatchObject(privately);
    expect(headersOf(respond(page, plain))).toMatchObject(privately);
    expect(headersOf(respond(script, plain))).toEqual(script.headers);
  });

  it("sets every cookie in a header of its own", () => {
    const other = { name: "b", value: "2", options: {} };
    const response = respond(redirectTo("/"), { ...plain, cookies: [cookie, other] });
    expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/; HttpOnly", "b=2"]);
    const asJson = { ...plain, redirectAsJson: true, cookies: [cookie] };
    expect(respond(redirectTo("/"), asJson).headers.getSetCookie()).toHaveLength(1);
  });
});

describe("a response as plain data", () => {
  it("holds status, headers, cookies and what there is of body and address", () => {
    const redirect = respondRaw(redirectTo("https://app.test/in"), [cookie]);
    expect(redirect).toMatchObject({ status: 302, redirect: "https://app.test/in" });
    expect(redirect.cookies).toEqual([cookie]);
    expect(redirect).not.toHaveProperty("body");
    expect(headersOf(redirect)).toEqual({ ...privately, location: "https://app.test/in" });

    const empty = respondRaw({ kind: "empty", status: 204 }, []);
    expect(Object.keys(empty).sort()).toEqual(["cookies", "headers", "status"]);
    expect(empty.status).toBe(204);

    expect(respondRaw(json({ a: 1 }, 201), [])).toMatchObject({ status: 201, body: { a: 1 } });
    expect(respondRaw(page, [])).toMatchObject({ status: 403, body: "<p>no</p>" });
  });

  it("has a list of cookies of its own", () => {
    const cookies = [cookie];
    expect(respondRaw(json(1), cookies).cookies).not.toBe(cookies);
  });
});
