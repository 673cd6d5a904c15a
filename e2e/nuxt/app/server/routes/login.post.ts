import { AuthError } from "latchkey/h3";

export default defineEventHandler(async (event) => {
  try {
    const form = await readFormData(event);
    return await sendRedirect(event, await event.context.auth.signIn("credentials", form));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    setResponseStatus(event, 403);
    return error.type;
  }
});
