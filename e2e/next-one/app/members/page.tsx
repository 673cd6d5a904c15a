import { connection } from "next/server";
import { Suspense } from "react";
import { auth } from "../../auth";

/** The shell is there at once, and the session is streamed into it. */
export default function Members() {
  return (
    <Suspense fallback={<p>One moment</p>}>
      <Secret />
    </Suspense>
  );
}

async function Secret() {
  await connection();
  const session = await auth();
  return <p id="secret">{`Welcome ${session?.user?.email ?? "nobody"}`}</p>;
}
