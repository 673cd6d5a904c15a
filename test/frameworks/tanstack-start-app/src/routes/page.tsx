import { createFileRoute } from "@tanstack/react-router";
import { whoAmI } from "../functions.js";

export const Route = createFileRoute("/page")({ loader: () => whoAmI(), component: Page });

function Page() {
  return <p>{`Hello ${Route.useLoaderData()}`}</p>;
}
