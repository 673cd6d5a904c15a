import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/login/op")({
  server: {
    handlers: {
      POST: async ({ context }) => {
        const location = await context.auth.signIn("op", { redirectTo: "/who" });
        return new Response(null, { status: 303, headers: { location } });
      },
    },
  },
});
