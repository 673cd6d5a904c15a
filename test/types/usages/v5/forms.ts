import NextAuth, {
  type AppRouteHandlerFn,
  type AppRouteHandlerFnContext,
  type NextAuthConfig,
  type NextAuthRequest,
  type NextAuthResult,
} from "latchkey/next";
import type { Provider } from "latchkey/providers";
import GitHub from "latchkey/providers/github";
import type { TokenSet } from "latchkey/types";

// 63: the answer of `signIn` on the server is looked at for an error that it never has
export async function action(signIn: NextAuthResult["signIn"], email: string) {
  const result = await signIn("credentials", { email, redirect: false });
  if (result?.error) return { error: result.error };
  const url: string = result;
  return { url };
}

// 64: `userinfo.request` with the type of its tokens
export const inline: NextAuthConfig = {
  providers: [
    {
      id: "own",
      name: "Own",
      type: "oauth",
      userinfo: {
        url: "https://idp.example/me",
        async request({ tokens, provider }: { tokens: TokenSet; provider: { id: string } }) {
          return { id: provider.id, token: tokens.access_token };
        },
      },
      profile: (profile) => ({ id: String(profile.id), name: profile.nick }),
    },
  ],
};

// 65: names of providers on a page of one's own
const providers: Provider[] = [GitHub];
export const listed = providers.map((provider) => {
  const { id, name } = typeof provider === "function" ? provider() : provider;
  return { id, name };
});

// 66: a configuration in pieces
const base: Omit<NextAuthConfig, "providers"> = { trustHost: true };
const callbacks: NextAuthConfig["callbacks"] = { jwt: async ({ token }) => token };
export const make = (given: NextAuthConfig["providers"]): NextAuthConfig => ({
  ...base,
  callbacks,
  providers: given,
});
export const result: NextAuthResult = NextAuth(make(providers));
export const lazily = NextAuth(async (request) => make(request ? providers : []));

// 67: `auth` around a handler, called by another
const wrapped = result.auth((request) => Response.json(request.auth));
export const called = (...args: Parameters<typeof wrapped>) => wrapped(...args);

// 68: the types of route handlers, as editors import them out of `next-auth/lib`
const guarded = result.auth((request) => Response.json(request.auth));
export const passOn = (request: NextAuthRequest, context: AppRouteHandlerFnContext) =>
  guarded(request, context);
export const plain: AppRouteHandlerFn = async (request, { params }) =>
  Response.json({ url: request.url, id: (await params).id });
