import { createFileRoute } from "@tanstack/react-router";
import { here } from "../functions.js";

export const Route = createFileRoute("/cart")({
  server: { middleware: [here], handlers: { GET: () => new Response("cart") } },
});
