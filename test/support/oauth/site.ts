import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Auth } from "latchkey";
import type { TestConfig } from "../config.js";
import { forRequest } from "../per-request.js";
import { noteExchange, noteForm } from "../secrecy/secrets.js";
import { addressOf, readText } from "./loopback.js";

/** An application that listens on this machine. */
export interface RunningSite {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves by HTTP a configuration that may depend on the address. */
export async function serve(makeConfig: (origin: string) => TestConfig): Promise<RunningSite> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = addressOf(server);
  const config = makeConfig(origin);
  server.on("request", (request, response) => {
    void answer(request, response, { origin, config });
  });
  return {
    origin,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { origin, config }: { origin: string; config: TestConfig },
): Promise<void> {
  const body = await readText(incoming);
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const request = new Request(new URL(incoming.url ?? "/", origin), {
    method: incoming.method ?? "GET",
    headers,
    ...(body !== "" && { body }),
  });
  await noteForm(request);
  const response = await Auth(request, forRequest(config));
  noteExchange(request, response);
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  outgoing.setHeader("set-cookie", response.headers.getSetCookie());
  outgoing.end(await response.text());
}

/** A browser that speaks HTTP and keeps the cookies of each origin apart. */
export class WebClient {
  readonly #cookies = new Map<string, Map<string, string>>();
  /** Every address it was at. */
  readonly visited: URL[] = [];

  async send(target: string | URL, form?: Readonly<Record<string, string>>): Promise<Response> {
    const url = new URL(target);
    this.visited.push(url);
    const jar = this.#cookies.get(url.origin) ?? new Map<string, string>();
    this.#cookies.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie, ...(form && { origin: url.origin }) },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
    return response;
  }

  /** Goes where it is sent until `stop` says that it has arrived. */
  async follow(response: Response, stop: (url: URL) => boolean): Promise<URL> {
    let url = this.#target(response);
    while (!stop(url)) url = this.#target(await this.send(url));
    return url;
  }

  #target(response: Response): URL {
    const target = response.headers.get("location");
    if (target === null) throw new Error(`Not a redirect: ${response.status}.`);
    return new URL(target, this.visited.at(-1));
  }

  async json(url: string): Promise<unknown> {
    return (await this.send(url)).json();
  }
}
