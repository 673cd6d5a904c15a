import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/rename")({
  server: {
    handlers: {
      POST: async ({ context, request }) => {
        const given = (await request.formData()).get("name");
        const name = typeof given === "string" ? given : "";
        return Response.json(await context.auth.update({ user: { name } }));
      },
    },
  },
});
