import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/logout")({
  server: {
    handlers: {
      POST: async ({ context }) => {
        return redirect({ href: await context.auth.signOut(), statusCode: 303 });
      },
    },
  },
});
