import { connection } from "next/server";
import { Suspense } from "react";
import { auth } from "../../auth";

/** A mistake: this would show one user's name to everyone. */
async function shared() {
  "use cache";
  return (await auth())?.user?.email ?? "nobody";
}

async function Wrong() {
  await connection();
  return <p id="shared">{`Shared: ${await shared()}`}</p>;
}

export default function Page() {
  return (
    <Suspense fallback={<p>One moment</p>}>
      <Wrong />
    </Suspense>
  );
}
