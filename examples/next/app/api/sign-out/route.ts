import { signOut } from "../../../auth";

/** Signs out in a route handler, and tells the page where to go. */
export async function POST() {
  return Response.json({ url: await signOut({ redirect: false, redirectTo: "/?signed=out" }) });
}
