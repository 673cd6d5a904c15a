import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { authOptions } from "../../../lib/options";

const handler = NextAuth(authOptions);

/** A route handler in place of the API route, at an address of its own so that one build has both. */
function routed(req: NextRequest) {
  const url = req.nextUrl.href.replace("/routed/", "/api/auth/");
  return handler(new NextRequest(url, req), { params: Promise.resolve({ nextauth: [] }) });
}

export { routed as GET, routed as POST };
