import Koa from "koa";
import { KoaAuth, requireUser, type KoaAuthState } from "latchkey/koa";
import Credentials from "latchkey/providers/credentials";

// Anybody may sign in by any name here. Put providers of your own in its place.
const byName = Credentials({
  credentials: { name: { label: "Your name" } },
  authorize: ({ name }) => (name ? { id: name, name } : null),
});

const app = new Koa<KoaAuthState>();
app.use(KoaAuth({ providers: [byName] }));

const signInLink = '<a href="/auth/signin?callbackUrl=/account">Sign in</a>';
const signOutForm = '<form method="post" action="/leave"><button>Sign out</button></form>';
const escape = (text: string) => text.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));

// A real application has a router here.
app.use(async (ctx, next) => {
  if (ctx.path === "/") {
    const session = await ctx.state.auth.session();
    ctx.type = "html";
    ctx.body = session?.user
      ? `Hello ${escape(session.user.name ?? "")} ${signOutForm}`
      : signInLink;
  } else if (ctx.method === "POST" && ctx.path === "/leave") {
    ctx.redirect(await ctx.state.auth.signOut({ redirectTo: "/" }));
  } else {
    await next();
  }
});

// From here on everything is for those who are signed in.
app.use(requireUser);
app.use((ctx) => {
  if (ctx.path === "/account") ctx.body = `Only ${ctx.state.user?.name} sees this.`;
});

const port = Number(process.env["PORT"] ?? 3000);
app.listen(port, "127.0.0.1", () => console.log(`http://localhost:${port}`));
