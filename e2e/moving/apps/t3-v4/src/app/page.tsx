import { getServerAuthSession } from "../server/auth";

export default async function Home() {
  const session = await getServerAuthSession();
  return <p>{session ? `${session.user.name} (${session.user.role})` : "Signed out"}</p>;
}
