import { createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { SessionProvider, signOut, useSession } from "latchkey/react";

const getSession = createServerFn().handler(({ context }) => context.auth.session());

export const Route = createFileRoute("/client")({
  loader: () => getSession(),
  component: Client,
});

function Client() {
  const session = Route.useLoaderData();
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
