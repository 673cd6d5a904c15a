import {
  AstroAuth,
  AuthError,
  requireUser,
  requireUserOrGuest,
  type AstroContext,
} from "latchkey/astro";
import type { AppPlan } from "../suite/host.js";

type Endpoint = (context: AstroContext) => Response | Promise<Response>;

const to = (location: string) => new Response(null, { status: 303, headers: { location } });
const none = () => new Response("There is nothing.", { status: 404 });

/** The suite's application: its endpoints by route, and its middleware. */
export function pagesFor({ config }: AppPlan) {
  const auth = AstroAuth(config);
  const pages: Record<string, Record<string, Endpoint>> = {
    [`${config.basePath ?? "/auth"}/[...auth]`]: { ALL: auth.ALL },
    "/open": { GET: () => new Response("open") },
    "/who": { GET: who },
    "/danger": {
      GET: async ({ locals }) => Response.json(await locals.auth.requireFresh({ within: 60 })),
    },
    "/account": { GET: () => new Response("inside") },
    "/cart": { GET: () => new Response("cart") },
    "/members/one": { GET: () => new Response("one") },
    "/members/[...rest]": { ALL: none },
    "/login": { POST: login },
    "/login/op": {
      POST: async ({ locals }) => to(await locals.auth.signIn("op", { redirectTo: "/who" })),
    },
    "/logout": { POST: async ({ locals }) => to(await locals.auth.signOut()) },
    "/rename": { POST: rename },
  };
  const guards = [requireUser("/account", "/members"), requireUserOrGuest("/cart")] as const;
  return { pages, middleware: [auth.onRequest, ...guards] as const };
}

async function who({ locals }: AstroContext): Promise<Response> {
  await locals.auth();
  return Response.json(await locals.auth());
}

async function login({ locals, request }: AstroContext): Promise<Response> {
  try {
    return to(await locals.auth.signIn("credentials", await request.formData()));
  } catch (error) {
    if (error instanceof AuthError) return new Response(error.type, { status: 403 });
    throw error;
  }
}

async function rename({ locals, request }: AstroContext): Promise<Response> {
  const given = (await request.formData()).get("name");
  const name = typeof given === "string" ? given : "";
  return Response.json(await locals.auth.update({ user: { name } }));
}
