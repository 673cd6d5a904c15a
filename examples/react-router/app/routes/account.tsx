import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { authContext, requireUser } from "latchkey/react-router";

export const middleware = [requireUser];

export async function loader({ context }: LoaderFunctionArgs) {
  const session = await context.get(authContext).session();
  return `Only ${session?.user?.name} sees this.`;
}

export default function Account() {
  return <p>{useLoaderData<typeof loader>()}</p>;
}
