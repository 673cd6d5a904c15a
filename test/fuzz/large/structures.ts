import {
  fill,
  form,
  get,
  headersOf,
  inBody,
  json,
  mebibyte,
  multipart,
  part,
  post,
  session,
  withToken,
  type Place,
} from "./requests.js";

/** The most of a Cookie header that is read, and of a query. */
const [cookies, queries] = [256 * 1024, 64 * 1024];

const numbered = (one: (index: number) => string, separator: string, most = mebibyte): string => {
  const items: string[] = [];
  for (let size = 0, index = 0; ; index++) {
    const item = one(index);
    size += item.length + separator.length;
    if (size > most - 400) return items.join(separator);
    items.push(item);
  }
};
const many =
  (route: string, one: (index: number) => string, size = cookies): Place =>
  (site) =>
    get(site, route, headersOf(site, { cookie: numbered(one, "; ", size) }));
const nested = (open: string, close: string): string => {
  const depth = Math.floor((mebibyte - 400) / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
};
const members = (wrap: (members: string) => string, one: (index: number) => string): Place =>
  inBody("callback/credentials", json, (_, csrf) =>
    wrap(`"csrfToken":"${csrf}",${numbered(one, ",")}`),
  );

/** What is large by the number or the depth of its parts. */
export const structures: Readonly<Record<string, Place>> = {
  "many cookies at session": many("session", (index) => `c${index}=1`),
  "a mebibyte of cookies": many("session", (index) => `c${index}=1`, mebibyte),
  "many cookies of one name": many("session", () => "a=1"),
  "many chunks of the session": many("session", (index) => `${session}.${index}=x`),
  "many flow cookies at an OAuth callback": many(
    "callback/plain?code=1",
    (index) => `__Host-latchkey.flow.${index}=eyJhbGciOiJkaXIifQ..aaaa.aaaa.aaaa`,
  ),
  "many challenge cookies": many(
    "webauthn-options/passkey?action=authenticate",
    (index) => `__Host-latchkey.challenge.${index}=x`,
  ),
  "many flow cookies at a provider's button": (site) => {
    const flows = numbered((index) => `__Host-latchkey.flow.${index}=x`, "; ", cookies - 4096);
    const cookie = `${site.browser.cookieHeader()}; ${flows}`;
    const body = new URLSearchParams({ csrfToken: site.csrfToken }).toString();
    const request = post(site, "signin/plain", { type: form, body });
    request.headers.set("cookie", cookie);
    return request;
  },
  "many parameters at signin": (site) =>
    get(site, `signin?${numbered((n) => `p${n}=1`, "&", queries)}`),
  "many parameters at verify-request": (site) =>
    get(site, `verify-request?${numbered((n) => `p${n}=1`, "&", queries)}`),
  "many parameters at a provider's button": (site) => {
    const body = new URLSearchParams({ csrfToken: site.csrfToken }).toString();
    const route = `signin/plain?${numbered((n) => `p${n}=1`, "&", queries)}`;
    return post(site, route, { type: form, body });
  },
  "one parameter many times": (site) => get(site, `signin?${numbered(() => "a=1", "&", queries)}`),
  "blanks in a query": (site) => get(site, `signin?email=${fill("+x", queries - 20)}`),
  "many fields in a form": inBody(
    "callback/credentials",
    form,
    (_, csrf) => `csrfToken=${csrf}&${numbered((n) => `f${n}=`, "&")}`,
  ),
  "one field many times": inBody(
    "callback/credentials",
    form,
    (_, csrf) => `csrfToken=${csrf}&${numbered(() => "a", "&")}`,
  ),
  "many members of JSON": members(
    (all) => `{${all}}`,
    (n) => `"${n}":0`,
  ),
  "one member of JSON many times": members(
    (all) => `{${all}}`,
    () => `"a":0`,
  ),
  "many escapes in JSON": members(
    (all) => `{${all}}`,
    () => String.raw`"\u0061":"\u0000\n"`,
  ),
  "a long list in JSON": inBody(
    "session",
    json,
    (_, csrf) => `{"csrfToken":"${csrf}","data":[${numbered(() => "0", ",")}]}`,
  ),
  "a long number in JSON": inBody(
    "session",
    json,
    (_, csrf) => `{"csrfToken":"${csrf}","data":${"9".repeat(mebibyte - 400)}}`,
  ),
  "deep lists in JSON": inBody("session", json, () => nested("[", "]")),
  "deep objects in JSON": inBody("session", json, () => `${nested('{"a":', "}").slice(0, -1)}1}`),
  "many parts": inBody("callback/credentials", multipart, (_, csrf) => {
    const value = "x".repeat(950);
    const parts = Array.from({ length: 980 }, (_part, index) => part(`p${index}`, value));
    return `${withToken(csrf)}${parts.join("")}--limit7--\r\n`;
  }),
  "too many parts": inBody(
    "callback/credentials",
    multipart,
    () => `${numbered(() => "--limit7", "\r\n")}\r\n`,
  ),
  "a boundary in every byte": (site) =>
    post(site, "signout", { type: "multipart/form-data; boundary=-", body: fill("-") }),
  "blanks inside of an address": (site) => {
    const email = `a${" ".repeat(mebibyte - 400)}b@example.org`;
    const body = JSON.stringify({ csrfToken: site.csrfToken, email });
    return post(site, "signin/email", { type: json, body });
  },
  "a right state and a long code": (site) =>
    get(site, `callback/plain?state=${site.state}&code=${fill("c")}`),
  "a session token with a right head": (site) => {
    const [head = ""] = (site.browser.sessionToken() ?? "").split(".");
    const token = `${head}..${"A".repeat(22)}.${fill("A")}.${"A".repeat(43)}`;
    return get(site, "session", headersOf(site, { cookie: `${session}=${token}` }));
  },
  "a challenge in client data of 90 KiB": (site) => {
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge: fill("A", 90_000) }));
    const response = { clientDataJSON: clientDataJSON.toString("base64url") };
    const data = JSON.stringify({ id: "AAAA", response });
    const body = JSON.stringify({ csrfToken: site.csrfToken, action: "authenticate", data });
    return post(site, "callback/passkey", { type: json, body });
  },
};
