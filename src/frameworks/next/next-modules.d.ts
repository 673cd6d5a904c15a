// The part of Next.js that is used here, so that the library compiles without it. Nothing of this
// is published: the emitted
// types refer to the application's Next.js, and examples/next checks them against the real one.

declare module "next/dist/server/web/spec-extension/request.js" {
  export interface NextUrl {
    readonly href: string;
    readonly origin: string;
    readonly pathname: string;
    readonly basePath: string;
  }

  export class NextRequest extends Request {
    constructor(
      input: string | URL,
      init?: RequestInit & { nextConfig?: { basePath?: string }; duplex?: "half" },
    );
    readonly nextUrl: NextUrl;
  }
}

declare module "next/server.js" {
  export { NextRequest } from "next/dist/server/web/spec-extension/request.js";

  export interface NextFetchEvent {
    waitUntil(promise: Promise<unknown>): void;
  }
}

declare module "next/headers.js" {
  export interface CookieStore {
    set(name: string, value: string, options: object): unknown;
  }

  export function headers(): Promise<Headers>;
  export function cookies(): Promise<CookieStore>;
}

declare module "next/navigation" {
  export function redirect(url: string): never;
}
