/* An application that hands out access tokens, in a process of its own: see `children.ts`. */
import express from "express";
import { Redis } from "ioredis";
import type { AuthConfig } from "latchkey";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { AuthError } from "latchkey/errors";
import { MiddlewareAuth } from "latchkey/express";
import { manage, refreshedTokens } from "latchkey/manage";
import type { OIDCConfig } from "latchkey/providers";
import { redisState } from "latchkey/state/redis";
import type { Told } from "./plan.js";
import { alwaysPath, never, readTokensPlan, statelessPath } from "./tokens-plan.js";

const { store, secret, issuer, clientSecret } = readTokensPlan(process.env["LATCHKEY_PLAN"]);
const tell = (told: Told): void => void process.send?.(told);
const provider: OIDCConfig = {
  id: "op",
  name: "OpenID",
  type: "oidc",
  issuer,
  clientId: "client-1",
  clientSecret,
};
const logger = {
  error: (code: string) => tell({ level: "error", code }),
  warn: (code: string) => tell({ level: "warn", code }),
};
const shared = { providers: [provider], secret, url: "https://app.test", logger };

const redis = store.kind === "redis" ? new Redis(store.url) : undefined;
const prefix = store.kind === "redis" ? store.prefix : "";
const adapter = redis ? RedisAdapter(redis, { prefix }) : SqlAdapter(await connect(store.url));
const stored: AuthConfig = { ...shared, adapter };
const { tokens } = manage(stored);

const app = express();
app.get("/token", async (req, res) => {
  try {
    const found = await tokens.get(
      new URL(req.url, "http://here").searchParams.get("user") ?? "",
      "op",
    );
    res.json({ token: found.accessToken });
  } catch (error) {
    res.status(500).json({ error: error instanceof AuthError ? error.type : String(error) });
  }
});

function serveStateless(client: Redis, basePath: string, atLeast?: number): void {
  const config: AuthConfig = {
    ...shared,
    basePath,
    sharedState: redisState(client, { prefix: `${prefix}stateless:` }),
    callbacks: {
      jwt: ({ token, account }) =>
        refreshedTokens(token, { config, provider: "op", account, atLeast }),
      session: ({ session, token }) => ({
        ...session,
        token: token["access_token"],
        error: token["token_error"],
      }),
    },
  };
  app.use(basePath, MiddlewareAuth(config));
}
if (redis) {
  serveStateless(redis, statelessPath);
  serveStateless(redis, alwaysPath, never);
}

const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) tell({ port: address.port });
});
// A connection that is closed for being idle may be closed in the middle of a request.
server.keepAliveTimeout = 600_000;
// Without whoever started it there is nothing left to do.
process.once("disconnect", () => process.exit(0));
