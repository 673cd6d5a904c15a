import { json, type RequestHandler } from "@sveltejs/kit";

export const GET: RequestHandler = async ({ locals }) => {
  await locals.auth();
  return json(await locals.auth());
};
