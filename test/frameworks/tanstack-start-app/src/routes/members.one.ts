import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/members/one")({
  server: { handlers: { GET: () => new Response("one") } },
});
