import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import type * as LatchkeyWebAuthn from "latchkey/webauthn";
import { onTestFinished } from "vitest";
import type { TestConfig } from "./config.js";

declare global {
  interface Window {
    /** On the site's own page. */
    latchkey: typeof LatchkeyWebAuthn;
  }
}

const bundled = build({
  entryPoints: [
    fileURLToPath(new URL("../../src/flows/webauthn/browser/index.ts", import.meta.url)),
  ],
  bundle: true,
  write: false,
  format: "esm",
});

/** A site with the built-in pages, and a page of its own that loads `latchkey/webauthn`. */
export async function openSite(config: TestConfig): Promise<string> {
  const app = express();
  app.use("/auth", MiddlewareAuth(config));
  app.get("/latchkey-webauthn.js", async (_req, res) => {
    const { outputFiles } = await bundled;
    res.type("text/javascript").send(outputFiles[0]?.text);
  });
  app.get("/favicon.ico", (_req, res) => {
    res.status(204).end();
  });
  app.get("/", (_req, res) => {
    res.send(`<!doctype html><title>Home</title><h1>Home</h1>
      <script type="module">window.latchkey = await import("/latchkey-webauthn.js");</script>`);
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${portOf(server.address())}`;
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === "object" && address !== null) return address.port;
  throw new Error("The server has no port.");
}
