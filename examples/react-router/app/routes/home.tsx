import { Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { authContext } from "latchkey/react-router";

export async function loader({ context }: LoaderFunctionArgs) {
  const session = await context.get(authContext).session();
  return { greeting: session?.user ? `Hello ${session.user.name}.` : null };
}

export default function Home() {
  const { greeting } = useLoaderData<typeof loader>();
  if (!greeting) return <a href="/auth/signin?callbackUrl=/account">Sign in</a>;
  return (
    <>
      <p>
        {greeting} <Link to="/account">Your account</Link>
      </p>
      <form method="post" action="/leave">
        <button>Sign out</button>
      </form>
    </>
  );
}
