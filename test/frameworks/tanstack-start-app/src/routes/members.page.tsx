import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/members/page")({ component: () => <p>A members' page</p> });
