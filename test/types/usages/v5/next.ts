import NextAuth, {
  AuthError,
  CredentialsSignin,
  type DefaultSession,
  type NextAuthConfig,
  type NextAuthRequest,
  type NextAuthResult,
  type Session,
  type User,
} from "latchkey/next";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import type { Provider } from "latchkey/providers";

// 01: the members of the result are taken apart and exported
export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  providers: [GitHub, Google({ allowDangerousEmailAccountLinking: true }), Credentials({})],
});
export const { GET, POST } = handlers;

// 02: a configuration kept apart, for the edge
export const authConfig = {
  pages: { signIn: "/login", error: "/login" },
  session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60 },
  callbacks: {
    authorized({ auth, request: { nextUrl } }) {
      const isLoggedIn = !!auth?.user;
      if (nextUrl.pathname.startsWith("/dashboard")) return isLoggedIn;
      if (isLoggedIn) return Response.redirect(new URL("/dashboard", nextUrl.origin));
      return true;
    },
  },
  providers: [],
} satisfies NextAuthConfig;

// 03: spread into a whole one
export const whole = NextAuth({
  ...authConfig,
  trustHost: true,
  providers: [...authConfig.providers, GitHub],
});

// 04: a configuration made for each request
export const lazy = NextAuth((request) => ({
  providers: [GitHub],
  debug: request?.nextUrl.pathname === "/debug",
}));

// 05: one that is made later
export const later = NextAuth(async () => ({ providers: [GitHub({ clientId: "a" })] }));

// 06: the proxy wraps a function
export default auth((req) => {
  const isOn = req.nextUrl.pathname.startsWith("/app");
  if (isOn && !req.auth) return Response.redirect(new URL("/login", req.nextUrl.origin));
});

// 07: a route handler with its own 401
export const DELETE = auth(function DELETE(req) {
  if (!req.auth) return Response.json({ message: "Not authenticated" }, { status: 401 });
  return Response.json({ id: req.auth.user?.id });
});

// 08: a handler with the parameters of its route
export const PUT = auth(async (req: NextAuthRequest, { params }) => {
  const { id } = await params;
  return Response.json({ id, by: req.auth?.user?.email });
});

// 09: a server action with the fields of a form
export async function authenticate(_: string | undefined, formData: FormData) {
  try {
    await signIn("credentials", formData);
  } catch (error) {
    if (error instanceof AuthError) {
      switch (error.type) {
        case "CredentialsSignin":
          return "Invalid credentials.";
        default:
          return "Something went wrong.";
      }
    }
    throw error;
  }
}

// 10: fields spread out of a form
export const fromForm = (formData: FormData) =>
  signIn("credentials", { ...Object.fromEntries(formData), redirectTo: "/" });

// 11: extra fields
export const consenting = () => signIn("google", { consent: true, redirectTo: "/welcome" });

// 12: parameters of the provider
export const choosing = () => signIn("google", { redirectTo: "/" }, { prompt: "select_account" });

// 13: without going anywhere
export async function quietly(): Promise<string> {
  const url: string = await signIn("github", { redirect: false });
  await signOut({ redirect: false });
  return url;
}

// 14: the session in a server component
export async function Page() {
  const session = await auth();
  if (!session?.user) return null;
  const { name, email, image } = session.user;
  return { name, email, image };
}

// 15: updates
export const rename = (name: string) => unstable_update({ user: { name } });

// 16: the type of the result, annotated
export const annotated: NextAuthResult = NextAuth({ providers: [] });

// 17: a list of providers with its type, and what is shown of each
export const providers: Provider[] = [
  Credentials({
    credentials: { password: { label: "Password", type: "password" } },
    authorize(c) {
      if (c.password !== "password") return null;
      return { id: "test", name: "Test User", email: "test@example.com" };
    },
  }),
  GitHub,
];
export const providerMap = providers
  .map((provider) => {
    if (typeof provider === "function") {
      const providerData = provider();
      return { id: providerData.id, name: providerData.name };
    } else {
      return { id: provider.id, name: provider.name };
    }
  })
  .filter((provider) => provider.id !== "credentials");

// 18: the error of one's own
export class InvalidLoginError extends CredentialsSignin {
  code = "Invalid identifier or password";
}

// 19: with a type of its own
export class UserNotFound extends CredentialsSignin {
  static type = "UserNotFound";
  constructor(public override message: string) {
    super(message);
  }
}

// 20: types of the session, taken apart
export type SessionUser = NonNullable<Session["user"]>;
export type Extended = DefaultSession["user"] & { role: string };
export const nobody: User | undefined = undefined;
