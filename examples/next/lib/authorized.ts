import type { NextAuthConfig } from "latchkey/next";

type Authorized = NonNullable<NonNullable<NextAuthConfig["callbacks"]>["authorized"]>;

/** Decides in the proxy, before a page is rendered: below /members everybody must be signed in. */
export const authorized: Authorized = ({ request, auth }) =>
  !request.nextUrl.pathname.startsWith("/members") || auth !== null;
