"use client";
import { signIn, signOut, useSession } from "latchkey/react";

/** The session in the browser. */
export default function Client() {
  const { data, status, update } = useSession();
  return (
    <>
      <p id="status">{status}</p>
      <p id="name">{data?.user?.name ?? "nobody"}</p>
      {data ? (
        <button onClick={() => void signOut({ redirect: false })}>Sign out</button>
      ) : (
        <button onClick={() => void signIn()}>Sign in</button>
      )}
      <button onClick={() => void update()}>Read again</button>
    </>
  );
}
