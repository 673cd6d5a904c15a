import { isWayIn } from "../visit/place.js";
import { refusalOf } from "../visit/refusal.js";
import { refused } from "../visit/web.js";
import { visitOf } from "./visits.js";

/* oxlint-disable house/no-response -- a hook answers with a response */

/** What somebody gets who is not signed in. Pages on the way to a sign-in stay open. */
export async function refusalFor(request: Request): Promise<Response | undefined> {
  const { auth, engine, sender } = visitOf(request);
  const session = await auth.session();
  if (session?.user || isWayIn(engine, sender)) return undefined;
  const refusal = refusalOf(engine, sender);
  if (refusal.status === 401) return refused(401, "Nobody is signed in.");
  return new Response(null, { status: 302, headers: { location: refusal.location } });
}
