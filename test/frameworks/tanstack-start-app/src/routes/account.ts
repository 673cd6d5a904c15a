import { createFileRoute } from "@tanstack/react-router";
import { signedIn } from "../functions.js";

export const Route = createFileRoute("/account")({
  server: { middleware: [signedIn], handlers: { GET: () => new Response("inside") } },
});
