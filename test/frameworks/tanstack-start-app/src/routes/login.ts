import { createFileRoute } from "@tanstack/react-router";
import { AuthError } from "latchkey/tanstack-start";

export const Route = createFileRoute("/login")({
  server: {
    handlers: {
      POST: async ({ context, request }) => {
        try {
          const location = await context.auth.signIn("credentials", await request.formData());
          return new Response(null, { status: 303, headers: { location } });
        } catch (error) {
          if (error instanceof AuthError) return new Response(error.type, { status: 403 });
          throw error;
        }
      },
    },
  },
});
