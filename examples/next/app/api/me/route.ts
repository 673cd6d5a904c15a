import { auth } from "../../../auth";

/** A route handler that asks for the session. */
export async function GET() {
  const session = await auth();
  if (!session) return Response.json({ message: "Sign in first." }, { status: 401 });
  return Response.json(session);
}
