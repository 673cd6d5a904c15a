import { FullstackAuth } from "latchkey/next";
import type { NextRequest } from "next/server";
import { base } from "../../lib/config";

const seen: string[] = [];
const { auth } = FullstackAuth((request) => {
  seen.push(request ? request.nextUrl.pathname : "no request");
  return Promise.resolve(base);
});

interface Context {
  params: Promise<Record<string, string>>;
}
const wrapped = auth<Context>(() => new Response());

/** What a lazy configuration is given: the request where there is one. */
export async function GET(request: NextRequest, context: Context) {
  await auth();
  await wrapped(request, context);
  return Response.json(seen.splice(0));
}
