import { H3, html, redirect, serve } from "h3";
import { H3Auth, requireUser } from "latchkey/h3";
import Credentials from "latchkey/providers/credentials";

// Anybody may sign in by any name here. Put providers of your own in its place.
const byName = Credentials({
  credentials: { name: { label: "Your name" } },
  authorize: ({ name }) => (name ? { id: name, name } : null),
});

const app = new H3();
app.use(H3Auth({ providers: [byName] }));

app.get("/", async (event) => {
  const session = await event.context.auth.session();
  if (!session?.user) return html`<a href="/auth/signin?callbackUrl=/account">Sign in</a>`;
  return html`
    <p>Hello ${session.user.name}. <a href="/account">Your account</a></p>
    <form method="post" action="/leave"><button>Sign out</button></form>
  `;
});

app.get(
  "/account",
  async (event) => `Only ${(await event.context.auth.session())?.user?.name} sees this.`,
  { middleware: [requireUser()] },
);

app.post("/leave", async (event) =>
  redirect(await event.context.auth.signOut({ redirectTo: "/" })),
);

const port = Number(process.env["PORT"] ?? 3000);
await serve(app, { port, hostname: "127.0.0.1", silent: true }).ready();
console.log(`http://localhost:${port}`);
