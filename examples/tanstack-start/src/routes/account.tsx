import { createFileRoute } from "@tanstack/react-router";
import { getSecret } from "../people.js";

export const Route = createFileRoute("/account")({
  loader: () => getSecret(),
  component: () => <p>{Route.useLoaderData()}</p>,
});
