import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, request } from "node:https";
import { Readable } from "node:stream";
import type { IncomingMessage, RequestListener } from "node:http";
import { TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import type { Certificate } from "../demo-certificate.js";

/** A TLS server that asks for the certificate of whoever calls, and leaves the verdict to what is behind it. */
export async function askingForCertificates(own: Certificate, authority: string) {
  let listener: RequestListener = (_, res) => void res.writeHead(503).end();
  const server = createServer(
    { ...own, ca: authority, requestCert: true, rejectUnauthorized: false },
    (req, res) => void listener(req, res),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return {
    origin: `https://localhost:${address.port}`,
    serve(next: RequestListener) {
      listener = next;
    },
  };
}

/** What the other side showed on this connection, and whether the authority signed it. */
export function shownOn({ socket }: IncomingMessage) {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { raw } = socket.getPeerCertificate();
  if (!Buffer.isBuffer(raw)) return undefined;
  return { certificate: new X509Certificate(raw), isAuthorized: socket.authorized };
}

/** `fetch` on connections that show this certificate. */
export function fetchShowing(own: Partial<Certificate>, authority: string): typeof fetch {
  const agent = new Agent({ ...own, ca: authority, keepAlive: false });
  return async (input, init) => {
    const asked = new Request(input, init);
    if (!asked.url.startsWith("https:")) return fetch(asked);
    const onward = request(asked.url, {
      agent,
      method: asked.method,
      headers: Object.fromEntries(asked.headers),
    });
    onward.end(await asked.text());
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      onward.once("response", resolve).once("error", reject);
    });
    const chunks = await Readable.from(answer).toArray();
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
      for (const value of values) headers.append(name, value);
    }
    return new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 502, headers });
  };
}
