import { auth } from "../auth";

/** A server component. The session is read once per request, however many of them ask. */
export async function Greeting() {
  const session = await auth();
  return (
    <p id="greeting">{session?.user ? `Signed in as ${session.user.name}` : "Not signed in"}</p>
  );
}
