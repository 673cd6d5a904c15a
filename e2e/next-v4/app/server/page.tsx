import { getServerSession } from "next-auth/next";
import { authOptions } from "../../lib/options";

export default async function Page() {
  const session = await getServerSession(authOptions);
  return <pre>{JSON.stringify(session?.user?.name ?? null)}</pre>;
}
