import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../auth.server.js";

export const Route = createFileRoute("/shop/login/$")({
  server: { handlers: { ANY: auth.handler } },
});
