import { createFileRoute } from "@tanstack/react-router";
import { secretOf } from "../functions.js";

/** Protected by its data alone: the server function asks who is signed in. */
export const Route = createFileRoute("/inner")({ loader: () => secretOf(), component: Inner });

function Inner() {
  return <p>{Route.useLoaderData()}</p>;
}
