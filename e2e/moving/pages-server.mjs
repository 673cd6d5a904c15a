// Serves a handler as the Pages Router of Next.js does: with `query`, `cookies` and `body` on the request, and
// `status`, `json` and `send` on the response.
import { serve } from "./serve.mjs";

export function servePages(handler) {
  return serve((req, res) => {
    prepare(req, res)
      .then(() => handler(req, res))
      .catch((error) => {
        console.error(error);
        res.statusCode = 599;
        res.end(String(error));
      });
  });
}

async function prepare(req, res) {
  const url = new URL(req.url, "http://localhost");
  const nextauth = url.pathname
    .replace(/^\/api\/auth\/?/, "")
    .split("/")
    .filter(Boolean);
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  Object.assign(req, {
    query: { ...Object.fromEntries(url.searchParams), nextauth },
    cookies: Object.fromEntries(pairs(req.headers.cookie)),
    body: parse(Buffer.concat(chunks).toString(), req.headers["content-type"] ?? ""),
  });
  Object.assign(res, {
    status: (code) => Object.assign(res, { statusCode: code }),
    json: (body) => {
      res.setHeader("content-type", "application/json");
      res.end(JSON.stringify(body));
    },
    send: (body) => (typeof body === "object" ? res.json(body) : res.end(body)),
  });
}

function pairs(header = "") {
  const all = header.split("; ").filter(Boolean);
  return all.map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
  });
}

function parse(text, type) {
  if (text === "") return undefined;
  return type.includes("json") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}

/** A browser for one host and several servers behind it, all on loopback. */
export class Person {
  cookies = new Map();

  header() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async ask(url, init = {}) {
    const headers = { cookie: this.header(), ...init.headers };
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  keep(line) {
    const [pair, ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const isOver = attributes.some(
      (text) =>
        /^max-age=(?:0|-\d+)$/i.test(text) ||
        (/^expires=/i.test(text) && Date.parse(text.slice(8)) <= Date.now()),
    );
    if (isOver || value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async json(url) {
    return (await this.ask(url)).json();
  }

  async post(url, fields, init = {}) {
    const base = url.slice(0, url.indexOf("/api/auth/") + "/api/auth/".length);
    const { csrfToken } = await this.json(`${base}csrf`);
    const body = new URLSearchParams({ csrfToken, ...fields });
    return this.ask(url, { method: "POST", body, ...init });
  }

  sessionCookies() {
    return [...this.cookies.keys()].filter((name) => name.includes("session-token")).sort();
  }
}
