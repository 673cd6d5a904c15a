import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { html } from "hono/html";
import { HonoAuth, requireUser, type AuthEnv } from "latchkey/hono";
import Credentials from "latchkey/providers/credentials";

// Anybody may sign in by any name here. Put providers of your own in its place.
const byName = Credentials({
  credentials: { name: { label: "Your name" } },
  authorize: ({ name }) => (name ? { id: name, name } : null),
});

const app = new Hono<AuthEnv>();
app.use(HonoAuth({ providers: [byName] }));

app.get("/", async (c) => {
  const session = await c.var.auth.session();
  if (!session?.user) return c.html(html`<a href="/auth/signin?callbackUrl=/account">Sign in</a>`);
  return c.html(html`
    <p>Hello ${session.user.name}. <a href="/account">Your account</a></p>
    <form method="post" action="/leave"><button>Sign out</button></form>
  `);
});

app.get("/account", requireUser(), (c) => c.text(`Only ${c.var.user.name} sees this.`));

app.post("/leave", async (c) => c.redirect(await c.var.auth.signOut({ redirectTo: "/" })));

const port = Number(process.env["PORT"] ?? 3000);
serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}`));
