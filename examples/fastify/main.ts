import formbody from "@fastify/formbody";
import Fastify from "fastify";
import { FastifyAuth, requireUser } from "latchkey/fastify";
import Credentials from "latchkey/providers/credentials";

// Anybody may sign in by any name here. Put providers of your own in its place.
const byName = Credentials({
  credentials: { name: { label: "Your name" } },
  authorize: ({ name }) => (name ? { id: name, name } : null),
});

const app = Fastify();
await app.register(formbody);
await app.register(FastifyAuth, { providers: [byName] });

const signInLink = '<a href="/auth/signin?callbackUrl=/account">Sign in</a>';
const signOutForm = '<form method="post" action="/leave"><button>Sign out</button></form>';
const escape = (text: string) => text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));

app.get("/", async (request, reply) => {
  const session = await request.auth.session();
  reply.type("text/html; charset=utf-8");
  return session?.user ? `Hello ${escape(session.user.name ?? "")} ${signOutForm}` : signInLink;
});

app.get("/account", { onRequest: requireUser }, async (request) => {
  const session = await request.auth.session();
  return `Only ${session?.user?.name} sees this.`;
});

app.post("/leave", async (request, reply) =>
  reply.redirect(await request.auth.signOut({ redirectTo: "/" }), 303),
);

const port = Number(process.env["PORT"] ?? 3000);
await app.listen({ port, host: "127.0.0.1" });
console.log(`http://localhost:${port}`);
