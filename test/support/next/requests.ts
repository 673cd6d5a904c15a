import type { IncomingHttpHeaders } from "node:http";
import type { NextRequest } from "next/server.js";
import type { AuthConfig } from "latchkey";
import { Browser } from "../client.js";
import { adasForm } from "../config.js";

export const origin = "http://localhost:3000";

/** The request and response of an API route, as far as the library looks at them. */
export function exchange(headers: IncomingHttpHeaders) {
  const sent = new Map<string, string[]>([["set-cookie", ["theme=dark"]]]);
  const res = {
    headersSent: false,
    getHeader: (name: string) => sent.get(name),
    setHeader: (name: string, value: string[]) => void sent.set(name, value),
  };
  return { req: { headers }, res, cookies: () => sent.get("set-cookie") ?? [] };
}

/** A request as Next.js gives it to a proxy or a route handler. */
export function nextRequest(path: string, init?: RequestInit): NextRequest {
  const url = new URL(path, origin);
  return Object.assign(new Request(url, init), { nextUrl: Object.assign(url, { basePath: "" }) });
}

/** The Cookie header of a browser in which Ada is signed in. */
export async function adasCookie(config: Omit<AuthConfig, "raw">): Promise<string> {
  const visitor = new Browser(config, { origin });
  await visitor.signIn(adasForm);
  const cookie = visitor.cookieHeader("/");
  if (!cookie.includes("session-token")) throw new Error("Ada is not signed in.");
  return cookie;
}
