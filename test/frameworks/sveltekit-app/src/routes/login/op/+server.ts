import { redirect, type RequestHandler } from "@sveltejs/kit";

export const POST: RequestHandler = async ({ locals }) => {
  redirect(303, await locals.auth.signIn("op", { redirectTo: "/who" }));
};
