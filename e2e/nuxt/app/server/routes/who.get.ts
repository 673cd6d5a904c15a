import { getAuth } from "latchkey/h3";

export default defineEventHandler(async (event) => {
  await event.context.auth.session();
  return Response.json(await getAuth(event).session());
});
