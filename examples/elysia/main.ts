import { node } from "@elysiajs/node";
import { Elysia } from "elysia";
import { ElysiaAuth } from "latchkey/elysia";
import Credentials from "latchkey/providers/credentials";

// Anybody may sign in by any name here. Put providers of your own in its place.
const byName = Credentials({
  credentials: { name: { label: "Your name" } },
  authorize: ({ name }) => (name ? { id: name, name } : null),
});

const escape = (text: string) => text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));
const port = Number(process.env["PORT"] ?? 3000);

// With Bun, leave the adapter away.
new Elysia({ adapter: node() })
  .use(ElysiaAuth({ providers: [byName] }))
  .get("/", async ({ auth, set }) => {
    const session = await auth.session();
    set.headers["content-type"] = "text/html; charset=utf-8";
    if (!session?.user) return `<a href="/auth/signin?callbackUrl=/account">Sign in</a>`;
    return `
      <p>Hello ${escape(session.user.name ?? "")}. <a href="/account">Your account</a></p>
      <form method="post" action="/leave"><button>Sign out</button></form>
    `;
  })
  .get("/account", async ({ auth }) => `Only ${(await auth.session())?.user?.name} sees this.`, {
    requireUser: true,
  })
  .post("/leave", async ({ auth, redirect }) => redirect(await auth.signOut({ redirectTo: "/" })))
  .listen(port, () => console.log(`http://localhost:${port}`));
