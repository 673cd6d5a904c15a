import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import { withQuery } from "../../core/engine/index.js";
import { CredentialsSignin } from "../../core/errors/errors.js";
import type {
  AddedBy,
  ProviderIdOf,
  ShownSession,
  Described,
  RegisteredSession,
} from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { statusOf } from "../visit/errors.js";
import { checkAccess, type GuardOptions, notSignedIn } from "../visit/guard.js";
import { isOwnRoute, signInPage, siteOf } from "../visit/place.js";
import { createEngines, type FrameworkConfig, type Source } from "../visit/prepare.js";
import { unlessForwarded } from "../visit/sender.js";
import type { LocalsAuth } from "../visit/types.js";
import { withCookies } from "../visit/web.js";
import type { FormAction, HandleHook, KitEvent } from "./kit.js";
import { begin, redirectTo, refused, type RequestState, requestStates } from "./visits.js";

const paramPrefix = "authorizationParams-";
const longestCode = 64;

/**
 * Signs in with a form's fields: `providerId`, `redirectTo`, the provider's own fields, and
 * parameters for the provider's URL in fields whose names begin with `authorizationParams-`.
 */
const signIn: FormAction = async (event) => {
  const state = requestStates.get(event.locals.auth);
  const form = await event.request.formData();
  const provider = textOf(form, "providerId");
  const params: Record<string, string> = {};
  for (const name of [...form.keys()].filter((key) => key.startsWith(paramPrefix))) {
    params[name.slice(paramPrefix.length)] = textOf(form, name) ?? "";
    form.delete(name);
  }
  form.delete("providerId");
  state.redirectTo = await state.visit.auth
    .signIn(provider, form, params)
    .catch((error: unknown) => backToSignIn(state, error));
};

const signOut: FormAction = async (event) => {
  const state = requestStates.get(event.locals.auth);
  state.redirectTo = await state.visit.auth.signOut(await event.request.formData());
};

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value : undefined;
}

/** The user can fix wrong credentials; every other error goes to the error page. */
function backToSignIn({ visit }: RequestState, error: unknown): string {
  if (!(error instanceof CredentialsSignin)) throw error;
  const site = siteOf(visit.engine, visit.sender);
  const query = { error: error.type, code: error.code.slice(0, longestCode) };
  return withQuery(signInPage(visit.engine, site, site.origin), query);
}

/**
 * Creates authentication for SvelteKit: `handle` serves the library's routes below `basePath`
 * (`/auth`), and adds `locals.auth()` to every other request. A session cookie that is due for
 * renewal is renewed on the response.
 *
 * ```ts
 * // src/auth.ts
 * export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] });
 * // src/hooks.server.ts
 * export { handle } from "./auth";
 * // src/routes/+layout.server.ts
 * export const load = async ({ locals }) => ({ session: await locals.auth() });
 * ```
 */
export function SvelteKitAuth<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<FrameworkConfig<Returned, Providers, Columns, Token, Plugins>, KitEvent>,
): SvelteKitAuthResult<ShownSession<Returned, AddedBy<Plugins>>, ProviderIdOf<Providers[number]>>;
export function SvelteKitAuth(source: SvelteKitAuthSource): SvelteKitAuthResult {
  const engineFor = createEngines(source);
  const handle: HandleHook = async ({ event, resolve }) => {
    const state = begin(event, (await engineFor(event)).engine);
    const { engine, sender, leave } = state.visit;
    if (isOwnRoute(engine, sender)) {
      const ip = sender.ip?.();
      const peer = unlessForwarded(ip, event.request.headers);
      return engine.handle(event.request, { ip, peer, hostTrusted: sender.hostTrusted });
    }
    const response = await resolved(state, () => resolve(event));
    const { redirectTo: target } = state;
    const sent = target === undefined ? response : redirectTo(event, target, 303);
    return withCookies(sent, leave(), statusFor(state, sent));
  };
  return { handle, signIn, signOut };
}

/** A guard after this hook may throw if the session is unknown. */
async function resolved(
  state: RequestState,
  resolve: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await resolve();
  } catch (error) {
    const { refusal } = state;
    if (!refusal || statusOf(error) !== refusal.status) throw error;
    return refused(refusal.status, refusal.message);
  }
}

/** SvelteKit responds with 500 to every error that isn't its own. */
function statusFor({ refusal }: RequestState, { status }: Response): number {
  return refusal && status === 500 ? refusal.status : status;
}

/**
 * A hook that requires a signed-in user, on routes and everything below them. Name a route by its
 * id, like its folder; groups may be left out. Browsers without a session are redirected to the
 * sign-in page, and scripts get 401. The pages of a sign-in stay open.
 *
 * ```ts
 * export const handle = sequence(auth.handle, requireUser("/account", "/members"));
 * ```
 */
export function requireUser(...routes: readonly string[]): HandleHook {
  return guard(routes);
}

/** As `requireUser`, and lets guests in: check `session.guest`. */
export function requireUserOrGuest(...routes: readonly string[]): HandleHook {
  return guard(routes, { guests: true });
}

function guard(routes: readonly string[], options?: GuardOptions): HandleHook {
  return async ({ event, resolve }) => {
    const { id } = event.route;
    if (id === null || !routes.some((route) => isBelow(id, route))) return resolve(event);
    // SvelteKit's own client fetches the data of a page, and follows the redirect in it.
    const { visit } = requestStates.get(event.locals.auth);
    const { refusal } = await checkAccess(visit, options, event.isDataRequest);
    if (!refusal) return resolve(event);
    if (refusal.status === 302) return redirectTo(event, refusal.location, 302);
    return refused(401, notSignedIn);
  };
}

/** A route's id names folders, so no spelling of a URL gets around the guard. */
function isBelow(id: string, route: string): boolean {
  const start = `${route.replace(/\/$/, "")}/`;
  return [id, withoutGroups(id)].some((path) => `${path}/`.startsWith(start));
}

function withoutGroups(id: string): string {
  const isGroup = (folder: string) => folder.startsWith("(") && folder.endsWith(")");
  return id
    .split("/")
    .filter((folder) => !isGroup(folder))
    .join("/");
}

/** The options of the SvelteKit integration: those of `Auth()`, less `raw`. */
export type SvelteKitAuthConfig = FrameworkConfig;

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type SvelteKitAuthSource = Source<SvelteKitAuthConfig, KitEvent>;

export interface SvelteKitAuthResult<S = Session, Ids extends string = string> extends Described<
  S,
  Ids
> {
  /** For `src/hooks.server.ts`. */
  handle: HandleHook;
  /** Signs in, as a form action. The form names the provider in the field `providerId`. */
  signIn: FormAction;
  /** A form action. */
  signOut: FormAction;
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the place SvelteKit has for it
  namespace App {
    interface Locals {
      auth: LocalsAuth;
    }
    interface PageData {
      session?: RegisteredSession | null;
    }
  }
}

export type { FormAction, HandleHook, HandleInput, KitEvent } from "./kit.js";
export type { LocalsAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
