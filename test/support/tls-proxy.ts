import { once } from "node:events";
import { request, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { onTestFinished } from "vitest";
import { selfSigned } from "./demo-certificate.js";

export interface TlsProxyOptions {
  /** `X-Forwarded-Proto` and `X-Forwarded-For`, as most set-ups of nginx send them. */
  readonly forwards: boolean;
}

/** A proxy that ends TLS in front of an http server, as nginx does. Answers its origin. */
export async function serveTls(target: string, { forwards }: TlsProxyOptions): Promise<string> {
  const said = forwards ? { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" } : {};
  const server = createServer(selfSigned(), (req, res) => pass(req, res, { target, said }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return `https://localhost:${address.port}`;
}

interface Passing {
  readonly target: string;
  readonly said: Readonly<Record<string, string>>;
}

function pass(req: IncomingMessage, res: ServerResponse, { target, said }: Passing): void {
  const { method, url = "/", headers } = req;
  const { hostname, port } = new URL(target);
  const options = { hostname, port, method, path: url, headers: { ...headers, ...said } };
  const onward = request(options, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(res);
  });
  onward.on("error", () => res.destroy());
  req.pipe(onward);
}
