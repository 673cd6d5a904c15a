import express from "express";
import { listenOnFreePort } from "../port.js";
import { api } from "./api.js";
import { client, type Identity } from "./client.js";
import { login } from "./login.js";
import { createProvider } from "./provider.js";

export { identityId, type Identity } from "./client.js";

/** An OpenID provider on a free port of this machine: sign-in elsewhere, with no account anywhere. */
export async function startIdentity(): Promise<Identity & { close(): Promise<void> }> {
  const app = express();
  app.disable("x-powered-by");
  const { server, port } = await listenOnFreePort(app, 0);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = await createProvider(issuer);
  app.use(login(provider), api(provider), (req, res) => void provider.callback()(req, res));
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
