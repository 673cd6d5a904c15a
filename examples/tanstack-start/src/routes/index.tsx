import { createFileRoute, Link } from "@tanstack/react-router";
import { getName } from "../people.js";

export const Route = createFileRoute("/")({ loader: () => getName(), component: Home });

function Home() {
  const name = Route.useLoaderData();
  if (!name) return <a href="/auth/signin?callbackUrl=/account">Sign in</a>;
  return (
    <>
      <p>
        {`Hello ${name}.`} <Link to="/account">Your account</Link>
      </p>
      <form method="post" action="/leave">
        <button>Sign out</button>
      </form>
    </>
  );
}
