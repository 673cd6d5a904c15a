import { FullstackAuth, type NextAuthResult } from "latchkey/next";
import type { NextRequest } from "next/server";
import { base } from "../../../lib/config";
import { verdicts } from "../../../lib/verdicts";

interface Context {
  params: Promise<{ verdict: string }>;
}

function guardFor(name: string): NextAuthResult {
  const authorized = ({ request }: { request: NextRequest }) => verdicts[name]?.(request.url);
  return FullstackAuth({ ...base, callbacks: { authorized } });
}

/** A wrapped handler, with each answer of `authorized`. */
async function handle(request: NextRequest, context: Context) {
  const { auth } = guardFor((await context.params).verdict);
  const guarded = auth<Context>(async (seen, { params }) =>
    Response.json({ ran: (await params).verdict, auth: seen.auth }),
  );
  return guarded(request, context);
}

export { handle as GET, handle as POST };
