import { createElement } from "react";
import {
  Outlet,
  redirect,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
} from "react-router";
import {
  authContext,
  AuthError,
  ReactRouterAuth,
  requireUser,
  requireUserOrGuest,
} from "latchkey/react-router";
import type { AppPlan } from "../suite/host.js";

type Args = LoaderFunctionArgs;
const none = () => new Response("There is nothing.", { status: 404 });

/** The modules of the suite's application by path, those of a layout before those below it. */
export function modulesFor({ config, trustsProxy = false, parsesBodies = false }: AppPlan) {
  const auth = ReactRouterAuth({ ...config, trustProxy: trustsProxy });
  const path = (config.basePath ?? "/auth").slice(1);
  return {
    root: { default: Outlet, middleware: [...(parsesBodies ? [look] : []), auth.middleware] },
    [`${path}/*`]: { loader: auth.loader, action: auth.action },
    open: { loader: () => new Response("open") },
    who: { loader: who },
    danger: {
      loader: async ({ context }: Args) =>
        Response.json(await context.get(authContext).requireFresh({ within: 60 })),
    },
    account: { middleware: [requireUser], loader: () => new Response("inside") },
    cart: { middleware: [requireUserOrGuest], loader: () => new Response("cart") },
    "members/one": { middleware: [requireUser], loader: () => new Response("one") },
    "members/*": { middleware: [requireUser], loader: none, action: none },
    login: { action: login },
    "login/op": {
      action: async ({ context }: Args) =>
        redirect(await context.get(authContext).signIn("op", { redirectTo: "/who" })),
    },
    logout: {
      action: async ({ context }: Args) => redirect(await context.get(authContext).signOut()),
    },
    rename: { action: rename },
    page: { default: Page, loader: name, middleware: [requireUser] },
  };
}

/** An application that looks at bodies reads a copy. */
const look: MiddlewareFunction<Response> = async ({ request }, next) => {
  await request.clone().text();
  return next();
};

async function who({ context }: Args): Promise<Response> {
  await context.get(authContext).session();
  return Response.json(await context.get(authContext).session());
}

async function login({ context, request }: ActionFunctionArgs): Promise<Response> {
  try {
    const form = await request.formData();
    return redirect(await context.get(authContext).signIn("credentials", form));
  } catch (error) {
    if (error instanceof AuthError) return new Response(error.type, { status: 403 });
    throw error;
  }
}

async function rename({ context, request }: ActionFunctionArgs): Promise<Response> {
  const given = (await request.formData()).get("name");
  const name = typeof given === "string" ? given : "";
  return Response.json(await context.get(authContext).update({ user: { name } }));
}

async function name({ context }: Args): Promise<string> {
  return (await context.get(authContext).session())?.user?.name ?? "";
}

function Page() {
  return createElement("p", {}, `Hello ${useLoaderData<string>()}`);
}
