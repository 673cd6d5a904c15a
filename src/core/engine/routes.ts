import type { AuthAction } from "../../types/http.js";
import type { Action } from "../actions/context.js";
import { assertOwnForm } from "../actions/own-form.js";
import { badRequest, methodNotAllowed, notBelow, notFound } from "../http/request-problem.js";
import type { Handler } from "../plugin.js";
import type { BoundRoute, Plugins } from "../plugins/folded.js";
import {
  beginSignIn,
  finishSignIn,
  initiateSignIn,
  readSession,
  showAsset,
  showCsrfToken,
  showError,
  showPassword,
  showProviders,
  showSignIn,
  showSignOut,
  showVerifyRequest,
  showWebAuthnOptions,
  signOut,
  submitPassword,
  updateSession,
} from "./actions.js";

/** The actions of one route, by method. */
interface Route {
  readonly GET?: Action;
  readonly POST?: Action;
  /** GET changes something, so HEAD isn't answered with it. */
  readonly unsafeGet?: boolean;
  /** The response is a page for a person. */
  readonly page?: boolean;
  /** It ends in a redirect to a URL that the request may name. */
  readonly redirects?: boolean;
  /** "anyone": a POST needs no CSRF token, or not always; the action checks. @default "form" */
  readonly from?: "form" | "anyone";
  /** GET works without the store; a database session queries it by itself. */
  readonly storeless?: boolean;
}

/** All HTTP routes. `{id}` stands for a provider id. */
const routes: Readonly<Record<AuthAction, Readonly<Partial<Record<"" | "{id}", Route>>>>> = {
  providers: { "": { GET: showProviders, storeless: true } },
  csrf: { "": { GET: showCsrfToken, storeless: true } },
  session: { "": { GET: readSession, POST: updateSession, storeless: true } },
  signin: {
    "": { GET: showSignIn, POST: beginSignIn, page: true, redirects: true, storeless: true },
    "{id}": {
      GET: initiateSignIn,
      POST: beginSignIn,
      unsafeGet: true,
      page: true,
      redirects: true,
    },
  },
  signout: {
    "": { GET: showSignOut, POST: signOut, page: true, redirects: true, storeless: true },
  },
  callback: {
    "": { GET: finishSignIn, POST: finishSignIn, unsafeGet: true, from: "anyone" },
    "{id}": {
      GET: finishSignIn,
      POST: finishSignIn,
      unsafeGet: true,
      redirects: true,
      from: "anyone",
    },
  },
  "verify-request": { "": { GET: showVerifyRequest, page: true, storeless: true } },
  error: { "": { GET: showError, page: true, storeless: true } },
  // Here `{id}` stands for the act.
  password: { "{id}": { GET: showPassword, POST: submitPassword, page: true, redirects: true } },
  "webauthn-options": { "{id}": { GET: showWebAuthnOptions, unsafeGet: true } },
};

/** Static files of the built-in pages. Not an action: they're the same for everybody. */
const assets = { "{id}": { GET: showAsset, storeless: true } } satisfies Partial<
  Record<"{id}", Route>
>;

/** The doctor page. It's served before the configuration is used, and never in production. */
const doctor = { GET: () => Promise.reject(notFound()), page: true } satisfies Route;

/** Whether a string names one of the library's actions. */
export function isAuthAction(action: string): action is AuthAction {
  return Object.hasOwn(routes, action);
}

/** A parsed request path. */
export interface Match {
  readonly action: string;
  readonly providerId: string | undefined;
  readonly route: Route;
}

/** Finds the route of a path. Throws a 404 if there is none. */
export function matchPath(
  pathname: string,
  basePath: string,
  plugins: Plugins["routes"] = null,
): Match {
  if (!pathname.startsWith(`${basePath}/`)) throw notBelow(basePath);
  const path = pathname.slice(basePath.length + 1).replace(/\/$/, "");
  const [action = "", id, ...rest] = path.split("/", 3);
  if (rest.length > 0 || id === "") throw notFound();
  const providerId = id === undefined ? undefined : decode(id);
  if (action === "assets" && providerId !== undefined) {
    return { action, providerId, route: assets["{id}"] };
  }
  if (action === "doctor" && id === undefined) {
    return { action, providerId: undefined, route: doctor };
  }
  const bound = plugins && boundTo(plugins, action, providerId);
  if (bound) return { action, providerId, route: pluginRoute(bound) };
  if (!isAuthAction(action)) throw notFound();
  const route = routes[action][providerId === undefined ? "" : "{id}"];
  if (!route) throw notFound();
  return { action, providerId, route };
}

function boundTo(
  plugins: NonNullable<Plugins["routes"]>,
  action: string,
  act: string | undefined,
): BoundRoute | undefined {
  if (act === undefined) return plugins.get(action);
  return plugins.get(`${action}/${act}`) ?? plugins.get(`${action}/*`);
}

/** A plugin's route as one of the core's, so the engine treats both alike. */
function pluginRoute(bound: BoundRoute): Route {
  const { GET, POST, page, unsafeGet, from } = bound.route;
  const run = (handler: Handler): Action => {
    return async (context) => {
      if (!context.host) throw notFound();
      return context.host.runRoute(bound, handler, context);
    };
  };
  return {
    ...(GET && { GET: run(GET) }),
    ...(POST && { POST: run(POST) }),
    ...(page && { page, redirects: true }),
    ...(unsafeGet && { unsafeGet }),
    ...(from && { from }),
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest("The address contains an invalid percent-encoding.");
  }
}

/** The methods a route accepts. */
export function allowedMethods({ GET, POST, unsafeGet }: Route): string[] {
  return [
    ...(GET ? ["GET"] : []),
    ...(GET && !unsafeGet ? ["HEAD"] : []),
    ...(POST ? ["POST"] : []),
    "OPTIONS",
  ];
}

/** The action of a route for a method. Throws a 405 if it accepts another. */
export function actionFor(route: Route, method: string): Action {
  const action = method === "POST" ? route.POST : route.GET;
  const isMeant = method === "GET" || method === "POST" || allowedMethods(route).includes(method);
  if (!action || !isMeant) throw methodNotAllowed(allowedMethods(route));
  if (method !== "POST" || route.from === "anyone") return action;
  return async (context) => {
    await assertOwnForm(context);
    return action(context);
  };
}
