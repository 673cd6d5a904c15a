import { auth } from "../../lib/auth";

/** A wrapped handler that asks for the session again. */
export const GET = auth(async (request) => {
  const sessions = [request.auth, await auth(), await auth()];
  return Response.json(sessions.map((session) => session?.user.name));
});
