import { finishSignIn } from "../actions/callback.js";
import type { Action } from "../actions/context.js";
import { showError, showVerifyRequest } from "../actions/pages.js";
import { showCsrfToken, showProviders } from "../actions/public-info.js";
import { readSession, updateSession } from "../actions/session.js";
import { beginSignIn, showSignIn } from "../actions/sign-in.js";
import { showSignOut, signOut } from "../actions/sign-out.js";
import { showWebAuthnOptions } from "../actions/webauthn-options.js";
import { badRequest, methodNotAllowed, notFound } from "../http/problem.js";
import type { AuthAction } from "../types/http.js";

/** What is done at one address, by method. */
interface Route {
  readonly GET?: Action;
  readonly POST?: Action;
  /** A GET here changes something, so that HEAD is not answered in its place. */
  readonly unsafeGet?: boolean;
  /** The answer is a page for a person. */
  readonly page?: boolean;
  /** It ends in a redirect to a URL that the request may name. */
  readonly redirects?: boolean;
}

/** The whole HTTP surface. `{id}` stands for the id of a provider. */
const routes: Readonly<Record<AuthAction, Readonly<Partial<Record<"" | "{id}", Route>>>>> = {
  providers: { "": { GET: showProviders } },
  csrf: { "": { GET: showCsrfToken } },
  session: { "": { GET: readSession, POST: updateSession } },
  signin: {
    "": { GET: showSignIn, POST: beginSignIn, page: true, redirects: true },
    "{id}": { POST: beginSignIn, redirects: true },
  },
  signout: { "": { GET: showSignOut, POST: signOut, page: true, redirects: true } },
  callback: {
    "": { GET: finishSignIn, POST: finishSignIn, unsafeGet: true },
    "{id}": { GET: finishSignIn, POST: finishSignIn, unsafeGet: true, redirects: true },
  },
  "verify-request": { "": { GET: showVerifyRequest, page: true } },
  error: { "": { GET: showError, page: true } },
  "webauthn-options": { "{id}": { GET: showWebAuthnOptions, unsafeGet: true } },
};

/** Whether a text names one of the library's actions. */
export function isAuthAction(action: string): action is AuthAction {
  return Object.hasOwn(routes, action);
}

/** A request's address, understood. */
export interface Match {
  readonly action: AuthAction;
  readonly providerId: string | undefined;
  readonly route: Route;
}

/** Finds the route of a path. Throws a 404 for what is none. */
export function matchPath(pathname: string, basePath: string): Match {
  if (!pathname.startsWith(`${basePath}/`)) throw notFound();
  const path = pathname.slice(basePath.length + 1).replace(/\/$/, "");
  const [action = "", id, ...rest] = path.split("/");
  if (!isAuthAction(action) || rest.length > 0 || id === "") throw notFound();
  const providerId = id === undefined ? undefined : decode(id);
  const route = routes[action][providerId === undefined ? "" : "{id}"];
  if (!route) throw notFound();
  return { action, providerId, route };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest("The address holds an invalid percent-encoding.");
  }
}

/** Methods that a route answers. */
export function allowedMethods({ GET, POST, unsafeGet }: Route): string[] {
  return [
    ...(GET ? ["GET"] : []),
    ...(GET && !unsafeGet ? ["HEAD"] : []),
    ...(POST ? ["POST"] : []),
    "OPTIONS",
  ];
}

/** What a route does for a method. Throws a 405 when it is not meant for it. */
export function actionFor(route: Route, method: string): Action {
  const allowed = allowedMethods(route);
  const action = method === "POST" ? route.POST : route.GET;
  if (!action || !allowed.includes(method)) throw methodNotAllowed(allowed);
  return action;
}
