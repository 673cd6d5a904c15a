import FullstackAuth from "latchkey/next";
import Email from "latchkey/providers/email";

/** One configuration for Node.js and the edge: the store is loaded where there can be one. */
export const { handlers, auth, signOut } = FullstackAuth({
  providers: [
    Email({
      from: "no-reply@example.com",
      sendVerificationRequest: ({ url }) => console.log(`Mail: ${url}`),
    }),
  ],
  session: { strategy: "jwt", updateAge: 0 },
  adapter: async () => {
    if (process.env["NEXT_RUNTIME"] !== "edge") return (await import("./lib/store")).openStore();
    throw new Error("There is no database at the edge.");
  },
  callbacks: {
    authorized: ({ request, auth: session }) =>
      !request.nextUrl.pathname.startsWith("/members") || session !== null,
  },
});
