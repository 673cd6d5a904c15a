import { Suspense } from "react";
import { auth } from "../../auth";

/** A private cache is one browser's own, so the session can be read in it. */
async function mine() {
  "use cache: private";
  return (await auth())?.user?.email ?? "nobody";
}

async function Mine() {
  return <p id="mine">{`Cached for ${await mine()}`}</p>;
}

export default function Page() {
  return (
    <Suspense fallback={<p>One moment</p>}>
      <Mine />
    </Suspense>
  );
}
