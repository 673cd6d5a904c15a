import type { NextRequest } from "next/server";
import NextAuth, { type AuthOptions } from "next-auth";
import type { OAuthConfig, OAuthUserConfig } from "next-auth/providers/oauth";

interface AcmeProfile extends Record<string, unknown> {
  sub: string;
  nick: string;
}
function Acme<P extends AcmeProfile>(options: OAuthUserConfig<P>): OAuthConfig<P> {
  return {
    id: "acme",
    name: "Acme",
    type: "oauth",
    version: "2.0",
    wellKnown: "https://acme.example/.well-known/openid-configuration",
    idToken: true,
    checks: ["pkce", "state"],
    profile: (profile) => ({ id: profile.sub, name: profile.nick }),
    options,
  };
}

const optionsFor = (req: NextRequest): AuthOptions => ({
  providers: [Acme({ clientId: "app", clientSecret: req.nextUrl.host })],
  callbacks: { jwt: ({ token }) => ({ ...token, role: "user" }) },
});

async function handler(req: NextRequest, context: { params: Promise<{ nextauth: string[] }> }) {
  const { nextauth } = await context.params;
  return await NextAuth(req, { params: { nextauth } }, optionsFor(req));
}
export { handler as GET, handler as POST };
