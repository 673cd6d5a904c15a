import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { Auth, type AuthConfig } from "latchkey";
import { compile } from "svelte/compiler";
import { onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A site whose pages run the React client against the real library. */
export interface ReactSite {
  readonly origin: string;
  /** Routes of the library that were asked for, with their method, in order. */
  readonly asked: string[];
  /** How often the session was read. */
  reads(): number;
  /** Keeps back the answers to further readings of the session; call the result to let them go. */
  holdReads(): () => void;
  /** Those readings that are under way now: tells how many of them the browser still waits for. */
  underWay(): () => number;
  /** From now on readings of the session get this status. */
  failReads(status: number): void;
}

/** What Svelte's compiler makes of components. */
const svelte: Plugin = {
  name: "svelte",
  setup(bundler) {
    bundler.onLoad({ filter: /\.svelte$/ }, async ({ path }) => ({
      contents: compile(await readFile(path, "utf8"), { generate: "client" }).js.code,
    }));
  },
};

const doors = ["react", "client", "svelte", "vue", "solid"].map((name) => [
  `latchkey/${name}`,
  `${root}src/frameworks/${name}/index.ts`,
]);

/** A page with a client, as one script. */
export async function bundlePage(page = "react/page.tsx"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${root}test/support/${page}`],
    plugins: [svelte],
    bundle: true,
    write: false,
    jsx: "automatic",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"development"' },
    alias: Object.fromEntries(doors),
    logLevel: "silent",
  });
  return outputFiles.map(({ text }) => text).join("");
}

export async function serveReact(
  script: string,
  config: Omit<AuthConfig, "raw">,
): Promise<ReactSite> {
  const asked: string[] = [];
  const held = { until: Promise.resolve(), status: 0 };
  const isRead = (entry: string) => entry === "GET session";

  const waiting = new Set<ServerResponse>();
  const wait = async (res: ServerResponse): Promise<void> => {
    waiting.add(res);
    res.once("close", () => waiting.delete(res));
    await held.until;
  };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? "/", origin);
    if (url.pathname === "/script.js") return send(res, script, "text/javascript");
    if (!url.pathname.startsWith("/api/auth/")) return send(res, html, "text/html");
    const entry = `${req.method ?? ""} ${url.pathname.slice("/api/auth/".length)}`;
    asked.push(entry);
    if (isRead(entry) && held.status > 0) {
      res.writeHead(held.status, { "content-type": "application/json" }).end("null");
      return;
    }
    const response = await Auth(await toRequest(req, url), { ...config, basePath: "/api/auth" });
    // What is held back was answered before: it is what a slow network would bring.
    if (isRead(entry)) await wait(res);
    res.statusCode = response.status;
    for (const [name, value] of response.headers) res.appendHeader(name, value);
    res.end(await response.text());
  };

  const server = createServer((req, res) => void answer(req, res)).listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const origin = `http://localhost:${port}`;
  return {
    origin,
    asked,
    reads: () => asked.filter(isRead).length,
    underWay() {
      const now = [...waiting];
      return () => now.filter((res) => waiting.has(res)).length;
    },
    holdReads() {
      const gate: { open?: () => void } = {};
      held.until = new Promise((resolve) => {
        gate.open = resolve;
      });
      return () => gate.open?.();
    },
    failReads(status) {
      held.status = status;
    },
  };
}

const html = `<!doctype html><meta charset="utf-8"><title>React</title><body><script type="module" src="/script.js"></script>`;

function send(res: ServerResponse, text: string, type: string): void {
  res.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(text);
}

async function toRequest(req: IncomingMessage, url: URL): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headersDistinct)) {
    for (const item of value ?? []) headers.append(name, item);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of req) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const body = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : null;
  return new Request(url, { method: req.method ?? "GET", headers, body });
}
