import { cookies, headers } from "next/headers";
import { auth } from "../../lib/auth";

/** What a page sees after the middleware has renewed the session cookie. */
export default async function Page() {
  const name = "authjs.session-token";
  const header = (await headers()).get("cookie") ?? "";
  const inHeader = header.split("; ").filter((pair) => pair.startsWith(`${name}=`));
  const inStore = (await cookies()).get(name)?.value;
  const session = await auth();
  return <pre>{JSON.stringify({ inHeader, inStore, name: session?.user.name ?? null })}</pre>;
}
