import { isRecord } from "../../core/values/json.js";

export interface SendOptions {
  readonly method?: "GET" | "HEAD" | "POST";
  /** The fields of a form; a list of pairs can repeat a field. */
  readonly fields?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  /** Sent instead of fields. */
  readonly json?: unknown;
  /** The site whose page sends it. @default this site */
  readonly from?: string;
}

const site = "https://app.example";
const base = `${site}/auth`;

/** A browser of the suite: keeps cookies and sends forms. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #answer: (request: Request) => Promise<Response>;

  constructor(answer: (request: Request) => Promise<Response>) {
    this.#answer = answer;
  }

  keep(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  get(path: string): Promise<Response> {
    return this.send(path);
  }

  async send(path: string, options: SendOptions = {}): Promise<Response> {
    const { method = "GET", from = site } = options;
    const cookie = Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers({ cookie, accept: "text/html,*/*" });
    if (method === "POST") headers.set("origin", from);
    if (options.json !== undefined) headers.set("content-type", "application/json");
    const body = method === "POST" ? { body: bodyOf(options) } : {};
    const response = await this.#answer(
      new Request(`${base}/${path}`, { method, headers, ...body }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  async csrfToken(): Promise<string> {
    const told: unknown = await (await this.get("csrf")).json();
    return isRecord(told) ? String(told["csrfToken"]) : "";
  }

  /** Sends a form of this site, with its token. */
  async submit(path: string, fields: SendOptions["fields"] = []): Promise<Response> {
    const given = Symbol.iterator in fields ? [...fields] : Object.entries(fields);
    const csrfToken = await this.csrfToken();
    return this.send(path, { method: "POST", fields: [["csrfToken", csrfToken], ...given] });
  }

  signIn(id: string): Promise<Response> {
    return this.submit("callback/credentials", { id });
  }

  async session(): Promise<unknown> {
    return (await this.get("session")).json();
  }
}

function bodyOf({ fields = [], json }: SendOptions): BodyInit {
  if (json !== undefined) return JSON.stringify(json);
  const pairs = Symbol.iterator in fields ? [...fields] : Object.entries(fields);
  return new URLSearchParams(pairs.map(([name, value]) => [name, value]));
}
