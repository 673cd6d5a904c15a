import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/who")({
  server: {
    handlers: {
      GET: async ({ context }) => {
        await context.auth.session();
        return Response.json(await context.auth.session());
      },
    },
  },
});
