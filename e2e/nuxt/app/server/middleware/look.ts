import { currentPlan } from "../plan";

/** An application that looks at what comes, and at who sends it. */
export default defineEventHandler(async (event) => {
  if (currentPlan().parsesBodies && event.method === "POST") await readRawBody(event);
  if (event.path === "/noticed") return Response.json(await event.context.auth.session());
});
