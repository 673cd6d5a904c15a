import type { Action } from "../actions/context.js";
import { badRequest, methodNotAllowed, notBelow, notFound } from "../http/problem.js";
import type { AuthAction } from "../types/http.js";
import {
  beginSignIn,
  changeAccount,
  comeBack,
  endAtProvider,
  endInFrame,
  finishSignIn,
  initiateSignIn,
  readSession,
  showAccount,
  showAsset,
  showCsrfToken,
  showError,
  showPassword,
  showProviders,
  showQuestion,
  showSignIn,
  showSecondStep,
  showSignOut,
  showVerifyRequest,
  showWebAuthnOptions,
  signOut,
  submitPassword,
  submitSecondStep,
  updateSession,
} from "./actions.js";

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
    "{id}": {
      GET: initiateSignIn,
      POST: beginSignIn,
      unsafeGet: true,
      page: true,
      redirects: true,
    },
  },
  signout: {
    "": { GET: showSignOut, POST: signOut, page: true, redirects: true },
    "{id}": { GET: comeBack },
  },
  callback: {
    "": { GET: finishSignIn, POST: finishSignIn, unsafeGet: true },
    "{id}": { GET: finishSignIn, POST: finishSignIn, unsafeGet: true, redirects: true },
  },
  "backchannel-logout": { "{id}": { POST: endAtProvider } },
  "frontchannel-logout": { "{id}": { GET: endInFrame, unsafeGet: true } },
  "verify-request": { "": { GET: showVerifyRequest, page: true } },
  error: { "": { GET: showError, page: true } },
  // `{id}` stands for what is done there.
  account: {
    "": { GET: showAccount, page: true },
    "{id}": { GET: showQuestion, POST: changeAccount, page: true, redirects: true },
  },
  // `{id}` stands for what is done there.
  password: { "{id}": { GET: showPassword, POST: submitPassword, page: true, redirects: true } },
  "second-step": {
    "": { GET: showSecondStep, POST: submitSecondStep, page: true, redirects: true },
    // `{id}` stands for what is done there.
    "{id}": { GET: showSecondStep, POST: submitSecondStep, page: true, redirects: true },
  },
  "webauthn-options": { "{id}": { GET: showWebAuthnOptions, unsafeGet: true } },
};

/** Files of the built-in pages. Not an action: what they hold is the same for everybody. */
const assets = { "{id}": { GET: showAsset } } satisfies Partial<Record<"{id}", Route>>;

/** What is wrong with the set-up. It is answered before the configuration is used; in production never. */
const doctor = { GET: () => Promise.reject(notFound()), page: true } satisfies Route;

/** Whether a text names one of the library's actions. */
export function isAuthAction(action: string): action is AuthAction {
  return Object.hasOwn(routes, action);
}

/** What there is besides the actions: files of the pages, and, during development, the doctor. */
export type RouteName = AuthAction | "assets" | "doctor";

/** A request's address, understood. */
export interface Match {
  readonly action: RouteName;
  readonly providerId: string | undefined;
  readonly route: Route;
}

/** Finds the route of a path. Throws a 404 for what is none. */
export function matchPath(pathname: string, basePath: string): Match {
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
  if (!isAuthAction(action)) throw notFound();
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
  const action = method === "POST" ? route.POST : route.GET;
  const isMeant = method === "GET" || method === "POST" || allowedMethods(route).includes(method);
  if (!action || !isMeant) throw methodNotAllowed(allowedMethods(route));
  return action;
}
