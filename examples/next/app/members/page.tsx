import { auth } from "../../auth";

/** A page that the proxy protects. It asks again, because a proxy can be misconfigured. */
export default async function Members() {
  const session = await auth();
  if (!session?.user) return <p>Members only</p>;
  return <p id="secret">Welcome, member {session.user.name}</p>;
}
