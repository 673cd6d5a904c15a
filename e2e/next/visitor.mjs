// A browser reduced to cookies, links and forms; it runs no scripts.
import { request as httpRequest } from "node:http";

/** Sends a request with any headers, Host among them. Redirects aren't followed. */
function send(url, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers }, (incoming) => {
      const chunks = [];
      incoming.on("data", (chunk) => chunks.push(chunk));
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode, headers: incoming.headers, text });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** `host`: the name the browser knows the site by, when it isn't that of the server. */
export function createVisitor(origin, { host } = {}) {
  const cookies = new Map();
  const site = host === undefined ? origin : `http://${host}`;

  async function visit(path, { headers = {}, ...init } = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = { ...(host && { host }), ...(cookie && { cookie }) };
    const response = await send(origin + path, { ...init, headers: { ...own, ...headers } });
    for (const line of response.headers["set-cookie"] ?? []) keep(cookies, line);
    return {
      ...response,
      location: response.headers["location"],
      json: () => JSON.parse(response.text),
    };
  }

  const post = (path, value, headers = {}) =>
    visit(path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: site, ...headers },
      body: JSON.stringify(value),
    });

  /** Sends a form of a page, as a browser without scripts would. */
  async function submit(path, id, fields = {}) {
    const page = await visit(path);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...hiddenFields(page.text, id), ...fields })) {
      form.append(name, value);
    }
    const encoded = new Request("http://encode.test", { method: "POST", body: form });
    return visit(path, {
      method: "POST",
      headers: {
        "content-type": encoded.headers.get("content-type"),
        origin: site,
        referer: site + path,
      },
      body: Buffer.from(await encoded.arrayBuffer()),
    });
  }

  /** Signs in through the library's own routes. */
  async function signIn(fields, basePath = "/api/auth") {
    const { csrfToken } = (await visit(`${basePath}/csrf`)).json();
    const body = new URLSearchParams({ csrfToken, ...fields }).toString();
    return visit(`${basePath}/callback/credentials`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: site },
      body,
    });
  }

  return { visit, post, submit, signIn, cookies, site };
}

function keep(cookies, line) {
  const [pair, ...attributes] = line.split(";").map((part) => part.trim());
  const cut = pair.indexOf("=");
  const gone = attributes.some((attribute) =>
    /^(max-age=0|expires=thu, 01 jan 1970.*)$/i.test(attribute),
  );
  if (gone) cookies.delete(pair.slice(0, cut));
  else cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
}

function hiddenFields(html, id) {
  const form = new RegExp(`<form[^>]*id="${id}"[^>]*>(.*?)</form>`, "s").exec(html)?.[1];
  if (form === undefined) throw new Error(`There is no form "${id}" in ${html.slice(0, 500)}`);
  const inputs = [...form.matchAll(/<input type="hidden"([^>]*)>/g)].map(([, text]) => text);
  return Object.fromEntries(
    inputs.map((text) => [attribute(text, "name"), attribute(text, "value")]),
  );
}

function attribute(text, name) {
  return decode(new RegExp(`${name}="([^"]*)"`).exec(text)?.[1] ?? "");
}

export function decode(text) {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
