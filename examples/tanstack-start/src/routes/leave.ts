import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/leave")({
  server: {
    handlers: {
      POST: async ({ context }) => {
        return redirect({ href: await context.auth.signOut({ redirectTo: "/" }), statusCode: 303 });
      },
    },
  },
});
