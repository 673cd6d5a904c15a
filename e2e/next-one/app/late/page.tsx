import { after, connection } from "next/server";
import { Suspense } from "react";
import { auth } from "../../auth";

/** A mistake: the session can't be read once the page is rendered. */
async function Late() {
  await connection();
  after(async () => console.log(await auth()));
  return <p id="late">There is more to do</p>;
}

export default function Page() {
  return (
    <Suspense fallback={<p>One moment</p>}>
      <Late />
    </Suspense>
  );
}
