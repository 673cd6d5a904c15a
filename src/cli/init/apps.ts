/** Whole apps with one protected page, for folders that have none yet. `types`: in TypeScript. */
export const appFiles = {
  express: () => `import express from "express";
import { getSession } from "latchkey/express";
import { auth, authConfig } from "./auth.js";

const app = express();
app.use("/auth", auth);
app.get("/", async (req, res) => {
  const session = await getSession(req, authConfig);
  if (!session) return res.redirect("/auth/signin");
  res.type("text").send(\`Hello \${session.user?.name}! Sign out at /auth/signout\`);
});
app.listen(3000);
`,
  fastify: () => `import Fastify from "fastify";
import { FastifyAuth } from "latchkey/fastify";
import { authConfig } from "./auth.js";

const app = Fastify();
await app.register(FastifyAuth, authConfig);
app.get("/", async (request, reply) => {
  const session = await request.auth.session();
  if (!session) return reply.redirect("/auth/signin");
  return \`Hello \${session.user?.name}! Sign out at /auth/signout\`;
});
await app.listen({ port: 3000 });
`,
  hono: (types: boolean) => `import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { requireUser${types ? ", type AuthEnv" : ""} } from "latchkey/hono";
import { auth } from "./auth.js";

const app = new Hono${types ? "<AuthEnv>" : ""}();
app.use(auth);
app.get("/", requireUser(), (c) =>
  c.text(\`Hello \${c.var.user.name}! Sign out at /auth/signout\`),
);
serve({ fetch: app.fetch, port: 3000 });
`,
  koa: (types: boolean) => `import Koa from "koa";
${types ? 'import type { KoaAuthState } from "latchkey/koa";\n' : ""}import { auth } from "./auth.js";

const app = new Koa${types ? "<KoaAuthState>" : ""}();
app.use(auth);
app.use(async (ctx) => {
  const session = await ctx.state.auth.session();
  if (session) ctx.body = \`Hello \${session.user?.name}! Sign out at /auth/signout\`;
  else ctx.redirect("/auth/signin");
});
app.listen(3000);
`,
};
