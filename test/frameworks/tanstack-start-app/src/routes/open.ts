import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/open")({
  server: { handlers: { GET: () => new Response("open") } },
});
