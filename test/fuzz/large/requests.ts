import type { Site } from "./site.js";

/** The most that a body may have; all other places are filled with as much. */
export const mebibyte = 1024 * 1024;

/** What the input is made of, again and again. */
export type Shape = string;
export const fewShapes: readonly Shape[] = ["%41", "a&"];
export const manyShapes: readonly Shape[] = [
  ...fewShapes,
  ...["a", " x"],
  ...[
    "a=1;",
    ".",
    "[",
    "/",
    "\\",
    "&",
    "=",
    ";",
    ",",
    '"',
    "{",
    "@",
    "-",
    "+",
    "|",
    "a.",
    "a@",
    "--x",
    "%",
    "?a",
  ],
  ...["0", "a=&a=&", "a[]=1&", "__proto__=1&", "é", "<", "a b", "=a;", "eyJ.."],
];

export const fill = (shape: Shape, size = mebibyte): string =>
  shape.repeat(Math.ceil(size / shape.length)).slice(0, size);

/** Makes a request that holds a mebibyte of a shape. */
export type Place = (site: Site, shape: Shape) => Request;

export const headersOf = (
  { browser }: Site,
  more: Readonly<Record<string, string>> = {},
): Headers =>
  new Headers({
    cookie: browser.cookieHeader(),
    origin: browser.origin,
    "sec-fetch-site": "same-origin",
    ...more,
  });

export const get = (site: Site, route: string, headers = headersOf(site)): Request =>
  new Request(site.browser.url(route), { headers });

interface Post {
  readonly type: string;
  readonly body: string;
}

export const post = (site: Site, route: string, { type, body }: Post): Request =>
  new Request(site.browser.url(route), {
    method: "POST",
    headers: headersOf(site, { "content-type": type }),
    body,
  });

/** As much of a shape as fits into a body. */
function fitted(shape: Shape, wrap: (value: string) => string): string {
  const size = (text: string) => Buffer.byteLength(text);
  const whole = wrap(fill(shape));
  if (size(whole) <= mebibyte) return whole;
  return wrap(fill(shape, Math.floor((mebibyte / size(whole)) * mebibyte) - 600));
}

export const inField =
  (route: string, name: string, others: Readonly<Record<string, unknown>> = {}): Place =>
  (site, shape) => {
    const body = (value: string) =>
      JSON.stringify({ csrfToken: site.csrfToken, ...others, [name]: value });
    return post(site, route, { type: "application/json", body: fitted(shape, body) });
  };

export const inQuery =
  (route: string): Place =>
  (site, shape) =>
    get(site, route + fill(shape));

export const inParam =
  (route: string, name: string): Place =>
  (site, shape) => {
    const [path = "", query = ""] = route.split("?");
    const params = new URLSearchParams(query);
    params.set(name, fill(shape, mebibyte / 2));
    return get(site, `${path}?${params.toString()}`);
  };

export const inHeader =
  (route: string, name: string): Place =>
  (site, shape) =>
    get(site, route, headersOf(site, { [name]: fill(shape) }));

export const inPostHeader =
  (route: string, name: string): Place =>
  (site, shape) => {
    const type = "application/x-www-form-urlencoded";
    const body = new URLSearchParams({ csrfToken: site.csrfToken }).toString();
    const request = post(site, route, { type, body });
    request.headers.set(name, fill(shape));
    return request;
  };

export const inCookie =
  (route: string, name: string): Place =>
  (site, shape) => {
    const value = fill(shape.replaceAll(";", ","));
    return get(site, route, headersOf(site, { cookie: `${name}=${value}` }));
  };

export const inBody =
  (route: string, type: string, wrap: (value: string, csrfToken: string) => string): Place =>
  (site, shape) =>
    post(site, route, { type, body: fitted(shape, (value) => wrap(value, site.csrfToken)) });

export const form = "application/x-www-form-urlencoded";
export const json = "application/json";
export const multipart = "multipart/form-data; boundary=limit7";
export const part = (name: string, value: string) =>
  `--limit7\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
export const withToken = (csrfToken: string) => part("csrfToken", csrfToken);
export const session = "__Secure-authjs.session-token";
