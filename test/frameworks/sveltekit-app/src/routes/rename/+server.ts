import { json, type RequestHandler } from "@sveltejs/kit";

export const POST: RequestHandler = async ({ locals, request }) => {
  const name = (await request.formData()).get("name");
  return json(await locals.auth.update({ user: { name: typeof name === "string" ? name : "" } }));
};
