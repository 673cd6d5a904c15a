import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/danger")({
  server: {
    handlers: {
      GET: async ({ context }) => Response.json(await context.auth.requireFresh({ within: 60 })),
    },
  },
});
