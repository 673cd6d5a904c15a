import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { parseSetCookie } from "cookie";
import { textMember } from "./client.js";

export interface VisitorOptions {
  /** Where the library's routes are. */
  readonly basePath?: string;
  /** Sent with every request, as a proxy in front of the server would. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Message {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Every Set-Cookie line. */
  readonly setCookies: readonly string[];
  readonly text: string;
  json(): unknown;
}

/** A browser that speaks HTTP to a listening server: it keeps cookies and sends forms. */
export class Visitor {
  readonly #origin: string;
  readonly #basePath: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly cookies = new Map<string, string>();

  constructor(origin: string, { basePath = "/auth", headers = {} }: VisitorOptions = {}) {
    this.#origin = origin;
    this.#basePath = basePath;
    this.#headers = headers;
  }

  get(path: string): Promise<Answer> {
    return this.send({ path });
  }

  /** One of the library's routes. */
  route(route: string): Promise<Answer> {
    return this.get(`${this.#basePath}/${route}`);
  }

  async csrfToken(): Promise<string> {
    return textMember((await this.route("csrf")).json(), "csrfToken");
  }

  /** Sends a form to one of the library's routes, with a CSRF token unless one is given. */
  async submit(route: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const body = new URLSearchParams({ csrfToken: await this.csrfToken(), ...fields }).toString();
    return this.post(route, body, "application/x-www-form-urlencoded");
  }

  post(route: string, body: string | Uint8Array, type: string): Promise<Answer> {
    const headers = { "content-type": type };
    return this.send({ method: "POST", path: `${this.#basePath}/${route}`, headers, body });
  }

  signIn(fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.submit("callback/credentials", fields);
  }

  signOut(): Promise<Answer> {
    return this.submit("signout", {});
  }

  /** What `GET session` answers. */
  async session(): Promise<unknown> {
    return (await this.route("session")).json();
  }

  send({ method = "GET", path, headers = {}, body }: Message): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { ...this.#headers, ...(cookie && { cookie }), ...headers };
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.#origin);
      const sent = httpRequest({ hostname, port, method, path, headers: all }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const setCookies = incoming.headers["set-cookie"] ?? [];
          this.#keep(setCookies);
          const text = Buffer.concat(chunks).toString();
          const json = (): unknown => JSON.parse(text);
          const { statusCode: status = 0 } = incoming;
          resolve({ status, headers: incoming.headers, setCookies, text, json });
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const { name, value = "", maxAge, expires } = parseSetCookie(line);
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (gone || value === "") this.cookies.delete(name);
      else this.cookies.set(name, encodeURIComponent(value));
    }
  }

  sessionCookies(): string[] {
    return [...this.cookies.keys()].filter((name) => name.includes("session-token"));
  }
}
