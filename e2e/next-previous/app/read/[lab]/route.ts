import type { NextRequest } from "next/server";
import { labs } from "../../../lib/labs";

interface Context {
  params: Promise<{ lab: string }>;
}

/** What `auth()` gives in a route handler. */
export async function GET(_: NextRequest, { params }: Context) {
  const lab = labs[decodeURIComponent((await params).lab)];
  return Response.json({ auth: lab ? await lab.auth() : "no such lab" });
}
