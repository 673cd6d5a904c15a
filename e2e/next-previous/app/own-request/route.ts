import { NextRequest } from "next/server";
import { auth } from "../../lib/auth";

interface Context {
  params: Promise<Record<string, string>>;
}
const wrapped = auth<Context>(async (request) =>
  Response.json([request.auth?.user.name ?? null, (await auth())?.user.name ?? null]),
);

/** A wrapped handler that the application calls itself, with a request that nobody is signed in with. */
export async function GET(request: NextRequest, context: Context) {
  const answer = await wrapped(new NextRequest(request.url), context);
  const inside: unknown = await answer.json();
  return Response.json({ inside, after: (await auth())?.user.name ?? null });
}
