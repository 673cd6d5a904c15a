import { withAuth } from "latchkey/v4/middleware";

export default withAuth({
  callbacks: {
    authorized: ({ token, req }) => !req.url.includes("?no") && token?.role === "admin",
  },
});

export const config = { matcher: ["/guarded"] };
