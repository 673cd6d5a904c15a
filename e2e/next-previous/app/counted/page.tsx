import { auth } from "../../lib/auth";

/** Many components, each of which asks for the session. */
export default function Page() {
  return (
    <ul>
      <Name />
      <Name />
      <Name />
      <Name />
    </ul>
  );
}

async function Name() {
  return <li>{(await auth())?.user.name}</li>;
}
