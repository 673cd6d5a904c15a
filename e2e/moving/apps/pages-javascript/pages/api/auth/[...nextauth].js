const { default: NextAuth } = require("next-auth");
const { default: CredentialsProvider } = require("next-auth/providers/credentials");

const authOptions = {
  providers: [
    CredentialsProvider({
      credentials: { name: { label: "Name" } },
      authorize: ({ name }) => (name ? { id: "1", name, email: "ada@example.org" } : null),
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: "admin" } : token),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
};

module.exports = { authOptions, default: NextAuth(authOptions) };
