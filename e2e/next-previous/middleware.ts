import NextAuth from "latchkey/next";
import { base } from "./lib/config";
import { verdicts } from "./lib/verdicts";

const { auth } = NextAuth({
  ...base,
  session: { updateAge: 0 },
  callbacks: {
    authorized({ request }) {
      const [, area, name = ""] = request.nextUrl.pathname.split("/");
      return area === "mw" ? verdicts[name]?.(request.url) : true;
    },
  },
});

export default auth;

export const config = { matcher: ["/mw/:path*", "/renewed", "/api/auth/:path*"] };
