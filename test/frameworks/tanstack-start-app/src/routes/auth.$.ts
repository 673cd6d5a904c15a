import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../auth.server.js";

export const Route = createFileRoute("/auth/$")({ server: { handlers: { ANY: auth.handler } } });
