import { auth } from "../../../auth";

/** A route handler that is wrapped: its request has the session. */
export const GET = auth((request) => Response.json({ name: request.auth?.user.name ?? null }));
