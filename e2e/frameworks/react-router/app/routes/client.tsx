import { SessionProvider, signOut, useSession } from "latchkey/react";
import { authContext } from "latchkey/react-router";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";

export const loader = ({ context }: LoaderFunctionArgs) => context.get(authContext).session();

export default function Client() {
  const session = useLoaderData<typeof loader>();
  return (
    <SessionProvider basePath="/auth" session={session}>
      <p id="server">{session?.user?.name ?? "nobody"}</p>
      <Shown />
    </SessionProvider>
  );
}

function Shown() {
  const { data, status } = useSession();
  return (
    <>
      <p id="client">{`${status} ${data?.user?.name ?? "nobody"}`}</p>
      <button onClick={() => void signOut({ redirectTo: "/" })}>Leave</button>
    </>
  );
}
