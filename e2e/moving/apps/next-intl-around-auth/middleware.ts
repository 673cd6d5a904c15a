import createMiddleware from "next-intl/middleware";
import { NextRequest } from "next/server";
import { auth } from "./auth";

const intl = createMiddleware({ locales: ["en", "de"], defaultLocale: "en" });
const guarded = auth((req) => {
  if (!req.auth) return Response.redirect(new URL("/login", req.nextUrl.origin));
  return intl(req);
});

export default function middleware(req: NextRequest) {
  const isPublic = /^\/(?:en|de)?$/.test(req.nextUrl.pathname);
  return isPublic ? intl(req) : (guarded as any)(req);
}
