import { redirect, text, type RequestHandler } from "@sveltejs/kit";
import { AuthError } from "latchkey/sveltekit";

export const POST: RequestHandler = async ({ locals, request }) => {
  let target: string;
  try {
    target = await locals.auth.signIn("credentials", await request.formData());
  } catch (error) {
    if (error instanceof AuthError) return text(error.type, { status: 403 });
    throw error;
  }
  redirect(303, target);
};
