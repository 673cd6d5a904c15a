import { createFileRoute } from "@tanstack/react-router";
import { signedIn } from "../functions.js";

export const Route = createFileRoute("/members")({ server: { middleware: [signedIn] } });
