declare module "next-intl/middleware" {
  import type { NextRequest, NextResponse } from "next/server";
  export default function createMiddleware(options: {
    locales: string[];
    defaultLocale: string;
  }): (request: NextRequest) => NextResponse;
}
