import { withAuth } from "next-auth/middleware";

export default withAuth({
  callbacks: {
    authorized: ({ token, req }) => !req.url.includes("?no") && token?.role === "admin",
  },
});

export const config = { matcher: ["/guarded"] };
