import withAuthDefault, { withAuth, type NextRequestWithAuth } from "latchkey/v4/middleware";

// 32: the middleware as it is
export { default } from "latchkey/v4/middleware";
export const config = { matcher: ["/dashboard/:path*"] };

// 33: around one's own
export const wrapped = withAuth(
  function middleware(req) {
    if (req.nextUrl.pathname.startsWith("/admin") && req.nextauth.token?.role !== "admin") {
      return Response.redirect(new URL("/denied", req.url));
    }
  },
  { callbacks: { authorized: ({ token }) => !!token } },
);

// 34: with options alone
export const simple = withAuthDefault({
  pages: { signIn: "/login", error: "/error" },
  callbacks: { authorized: ({ token, req }) => token?.role === "admin" || req.method === "GET" },
});

// 35: called with the request
export const called = (req: NextRequestWithAuth) => withAuth(req, { pages: { signIn: "/login" } });
