/** Applications of ten shapes, as their files were before. */
export const apps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "v5, App Router": {
    "package.json": manifest({ next: "15.0.0", "next-auth": "5.0.0-beta.25", react: "19.0.0" }),
    "auth.ts": `import NextAuth from "next-auth";
import GitHub from "next-auth/providers/github";
export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] });
`,
    "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "@/auth";\nexport const { GET, POST } = handlers;\n`,
    "app/login/page.tsx": `"use client";\nimport { signIn } from 'next-auth/react';\nexport default () => <button onClick={() => signIn("github")}>in</button>;\n`,
  },
  "v5, with a configuration for the edge": {
    "package.json": manifest({ "next-auth": "^5.0.0-beta.3" }),
    "auth.config.ts": `import type { NextAuthConfig } from "next-auth";
export const authConfig = {
  pages: { signIn: "/login" },
  callbacks: {
    authorized({ auth }) {
      return !!auth?.user;
    },
  },
  providers: [],
} satisfies NextAuthConfig;
`,
    "middleware.ts": `import NextAuth from "next-auth";\nimport { authConfig } from "./auth.config";\nexport default NextAuth(authConfig).auth;\n`,
    ".env.local": "AUTH_SECRET=short\n",
  },
  "v5, Pages Router with a lazy import": {
    "package.json": manifest({ "next-auth": "beta" }),
    "pages/api/me.ts": `export default async (req, res) => {
  const { auth } = await import("../../auth");
  res.json(await auth(req, res));
};
export type Session = import("next-auth").Session;
`,
  },
  "v5, with an adapter and extended types": {
    "package.json": manifest({ "@auth/prisma-adapter": "2.0.0", "next-auth": "5.0.0-beta.25" }),
    "types/next-auth.d.ts": `import "next-auth/jwt";
declare module "next-auth" {
  interface User { role: string }
}
declare module "next-auth/jwt" {
  interface JWT { role: string }
}
declare module "@auth/core/adapters" {
  interface AdapterUser { role: string }
}
`,
    "auth.ts": `import { PrismaAdapter } from "@auth/prisma-adapter";
import NextAuth from "next-auth";
export const { auth } = NextAuth({
  adapter: PrismaAdapter({}),
  providers: [],
  callbacks: {
    async signIn({ user }) {
      await adapter.createSession({ userId: user.id });
      return true;
    },
  },
  logger: { error(error) { console.error(error.message); } },
});
`,
  },
  "v5, Express": {
    "package.json": manifest({ "@auth/express": "0.9.0", express: "5.0.0" }),
    "server.js": `import { ExpressAuth, getSession } from "@auth/express";
import GitHub from "@auth/express/providers/github";
export { ExpressAuth, getSession, GitHub };
`,
  },
  "v5, Hono": {
    "package.json": manifest({ "@auth/core": "0.37.0", "@hono/auth-js": "1.0.0", hono: "4.0.0" }),
    "index.ts": `import { authHandler, initAuthConfig } from "@hono/auth-js";
import { SessionProvider } from "@hono/auth-js/react";
import GitHub from "@auth/core/providers/github";
import { CredentialsSignin } from "@auth/core/errors";
export { authHandler, initAuthConfig, SessionProvider, GitHub, CredentialsSignin };
`,
  },
  "v5, SvelteKit": {
    "package.json": manifest({ "@auth/sveltekit": "1.0.0" }),
    "src/auth.ts": `import { SvelteKitAuth } from "@auth/sveltekit";\nimport GitHub from "@auth/sveltekit/providers/github";\nexport const { handle } = SvelteKitAuth({ providers: [GitHub] });\n`,
    "src/routes/+page.svelte": `<script>\n  import { signIn } from "@auth/sveltekit/client";\n</script>\n`,
  },
  "v4, Pages Router": {
    "package.json": manifest({ "@next-auth/prisma-adapter": "1.0.7", "next-auth": "^4.24.5" }),
    "pages/api/auth/[...nextauth].ts": `import NextAuth, { type NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import GoogleProvider from "next-auth/providers/google";
import { PrismaAdapter } from "@next-auth/prisma-adapter";
export const authOptions: NextAuthOptions = {
  adapter: PrismaAdapter({}),
  secret: process.env.NEXTAUTH_SECRET,
  providers: [GoogleProvider({ userinfo: { request: ({ client, tokens }) => client.userinfo(tokens) } }), CredentialsProvider({})],
};
export default NextAuth(authOptions);
`,
    "pages/secret.tsx": `import { getServerSession } from "next-auth/next";\nexport { getServerSession };\n`,
    ".env":
      "NEXTAUTH_URL=http://localhost:3000\nNEXTAUTH_SECRET=of more than thirty-two characters, surely\n",
  },
  "v4, App Router with middleware": {
    "package.json": manifest({ "next-auth": "4.24.11" }),
    "middleware.ts": `export { default } from "next-auth/middleware";\nexport const config = { matcher: ["/app/:path*"] };\n`,
    "lib/token.ts": `import { getToken } from "next-auth/jwt";\nimport { getSession } from "next-auth/client";\nexport { getToken, getSession };\n`,
  },
  "CommonJS and tests that stand in": {
    "package.json": manifest({ "next-auth": "5.0.0-beta.25" }),
    "auth.test.js": `const react = require("next-auth/react");
jest.mock("next-auth/react", () => ({ useSession: () => "next-auth is only a text here" }));
module.exports = { react, text: "next-auth" };
`,
  },
};

function manifest(dependencies: Readonly<Record<string, string>>): string {
  return `${JSON.stringify({ name: "app", dependencies }, null, 2)}\n`;
}
