import { after, connection } from "next/server";
import { Suspense } from "react";
import { auth, signOut } from "../../auth";

/** What is cached takes the user as an argument. The heading is prerendered; the rest is streamed. */
export default function Report() {
  return (
    <>
      <h1>Report</h1>
      <Suspense fallback={<p id="waiting">One moment</p>}>
        <Lines />
      </Suspense>
    </>
  );
}

async function linesFor(email: string) {
  "use cache";
  return { email, made: Math.random() };
}

async function Lines() {
  await connection();
  const session = await auth();
  if (!session?.user?.email) return <p id="report">Nobody is signed in</p>;
  const { email, made } = await linesFor(session.user.email);
  after(() => console.log(`After the response to ${email}`));
  return (
    <form
      id="leave"
      action={async () => {
        "use server";
        await signOut({ redirectTo: "/report" });
      }}
    >
      <p id="report">{`For ${email}: ${made}`}</p>
      <button>Sign out</button>
    </form>
  );
}
