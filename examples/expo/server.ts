import { randomUUID } from "node:crypto";
import express, { type Express } from "express";
import { defineConfig } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { devIdentity } from "latchkey/dev";
import { getSession, MiddlewareAuth } from "latchkey/express";
import { bearer } from "latchkey/plugins/bearer";
import { memoryState } from "latchkey/state/memory";
import { redirectUri } from "./auth.js";

export const config = defineConfig({
  adapter: MemoryAdapter(),
  sharedState: memoryState(),
  secret: process.env["AUTH_SECRET"] ?? randomUUID() + randomUUID(),
  basePath: "/auth",
  providers: [devIdentity()],
  plugins: [
    bearer({
      clients: [{ id: "acme-phone", name: "Acme for phones", redirectUris: [redirectUri] }],
    }),
  ],
});

export const app: Express = express();
app.use("/auth", MiddlewareAuth(config));
app.get("/api/me", async (req, res) => {
  const session = await getSession(req, config);
  if (session?.user) res.json({ name: session.user.name });
  else res.sendStatus(401);
});
