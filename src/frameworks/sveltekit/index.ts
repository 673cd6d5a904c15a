import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { AddedBy, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession } from "../../types/session.js";
import { environment } from "../visit/environment.js";
import { untold } from "../visit/peer.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare, type FrameworkConfig, type Source } from "../visit/prepare.js";
import { statusOf } from "../visit/status.js";
import { signIn, signOut } from "./actions.js";
import type { HandleHook, KitEvent } from "./kit.js";
import { changed, redirectTo, refused } from "./respond.js";
import type { SvelteKitAuthResult, SvelteKitAuthSource } from "./types.js";
import { begin, type Course } from "./visits.js";

/**
 * Authentication for a SvelteKit application: `handle` answers the routes of the library below
 * `basePath` (`/auth`), and gives every other request `locals.auth()`. A session that is due for renewal
 * gets its cookie renewed on the response.
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
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<FrameworkConfig<Returned, Providers, Columns, Token, Plugins>, KitEvent>,
): SvelteKitAuthResult<ShownSession<Returned, AddedBy<Plugins>>, ProviderIdOf<Providers[number]>>;
export function SvelteKitAuth(source: SvelteKitAuthSource): SvelteKitAuthResult {
  const prepare = createPrepare();
  const handle: HandleHook = async ({ event, resolve }) => {
    const config = typeof source === "function" ? await source(event) : source;
    const course = begin(event, prepare(config, { env: environment() }));
    const { engine, sender, leave } = course.visit;
    if (isOwnRoute(engine, sender)) {
      const ip = sender.ip?.();
      const peer = untold(ip, event.request.headers);
      return engine.handle(event.request, { ip, peer, hostTrusted: sender.hostTrusted });
    }
    const response = await resolved(course, () => resolve(event));
    const { departure } = course;
    const sent = departure === undefined ? response : redirectTo(event, departure, 303);
    return changed(sent, statusFor(course, sent), leave());
  };
  return { handle, signIn, signOut };
}

/** A guard after this hook may fail for want of an answer. */
async function resolved(
  course: Course,
  resolve: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await resolve();
  } catch (error) {
    if (!course.unknown || statusOf(error) !== 503) throw error;
    return refused(503, "Who is signed in can not be known right now. Try again later.");
  }
}

/** SvelteKit answers with 500 to every error that is not of its own making. */
function statusFor({ unknown }: Course, { status }: Response): number {
  return unknown && status === 500 ? 503 : status;
}

export { requireUser } from "./guard.js";
export type { FormAction, HandleHook, HandleInput, KitEvent } from "./kit.js";
export type { LocalsAuth } from "../visit/types.js";
export type { SvelteKitAuthConfig, SvelteKitAuthResult, SvelteKitAuthSource } from "./types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
