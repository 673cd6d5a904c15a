import { redirect, type ActionFunctionArgs } from "react-router";
import { authContext } from "latchkey/react-router";

export async function action({ context }: ActionFunctionArgs) {
  return redirect(await context.get(authContext).signOut({ redirectTo: "/" }));
}
