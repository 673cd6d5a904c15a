import { auth, signIn } from "../../auth";

/** A page that protects itself: it holds whatever stands in front of it. */
export default async function Protected() {
  const session = await auth();
  if (!session?.user) return signIn(undefined, { redirectTo: "/protected" });
  return <p id="secret">Only for {session.user.name}</p>;
}
