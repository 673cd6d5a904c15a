import type { AstroContext } from "latchkey/astro";

export async function POST({ locals }: AstroContext) {
  const location = await locals.auth.signOut({ redirectTo: "/" });
  return new Response(null, { status: 303, headers: { location } });
}
