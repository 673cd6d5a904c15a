import { inject, type App, type InjectionKey } from "vue";
import type { Session } from "../../types/session.js";
import { getSession } from "../client/fetch-session.js";
import { pageSession } from "../client/page-session.js";
import { routesUrl } from "../client/page.js";
import { signIn } from "../client/sign-in.js";
import { signOut } from "../client/sign-out.js";
import type { GuardOptions } from "../visit/guard.js";
import { isSession, memberOf } from "../visit/shapes.js";
import { useSession as useSessionOfPage, type SessionRefs } from "../vue/index.js";
import type { PageVisit } from "./page.js";

/** The session that a page is rendered with, and that is sent to the browser. */
export interface KnownSession {
  readonly basePath: string;
  /** If undefined, the browser reads it. */
  readonly session?: Session | null | undefined;
}

/** What `useSession` gives. */
export interface NuxtSession extends SessionRefs {
  readonly signIn: typeof signIn;
  readonly signOut: typeof signOut;
}

/** How often the session is read again; see `latchkey/client`. */
export interface NuxtSessionOptions {
  refetchInterval?: number | undefined;
  refetchOnWindowFocus?: boolean | undefined;
  refetchWhenOffline?: false | undefined;
}

const key: InjectionKey<KnownSession> = Symbol("latchkey");

/**
 * Returns the session in a component. On the server it's there when the page is rendered, without a
 * request; in the browser all components share it.
 *
 * ```vue
 * <script setup lang="ts">
 * const { data, status, signIn, signOut } = useSession();
 * </script>
 * ```
 */
export function useSession(options: NuxtSessionOptions = {}): NuxtSession {
  const known = inject(key);
  if (!known) {
    throw new Error("Latchkey isn't set up: add 'latchkey/nuxt' to `modules` in nuxt.config.");
  }
  return { ...useSessionOfPage({ ...options, ...known }), signIn, signOut };
}

/** Provides the session to components. Called by the module's plugin. */
export function provideSession(app: App, known: KnownSession): void {
  app.provide(key, known);
  // `signIn` needs the path of the routes, whether or not a component uses the session.
  if (typeof window !== "undefined") pageSession(known);
}

/** Reads the session on the server. Called by the module's plugin. */
export async function readKnownSession(event: object, basePath: string): Promise<KnownSession> {
  const visit = visitAt(event);
  if (!visit) return { basePath };
  const session = await visit.session(event);
  if (session === undefined) return { basePath: visit.basePath };
  // As JSON, like the browser's own read.
  const plain: unknown = JSON.parse(JSON.stringify(session));
  return { basePath: visit.basePath, session: isSession(plain) ? plain : null };
}

/** Whether a page may be shown, or the redirect or status instead. */
export type Passage =
  | { readonly status: 200 }
  | { readonly status: 302; readonly location: string }
  | { readonly status: 401 | 503; readonly message: string };

/** Called by the module's route middleware. */
export function askPassage(
  event: object | undefined,
  path: string,
  options: GuardOptions = {},
): Promise<Passage> {
  return event ? passageOnServer(event, options) : passageInBrowser(path, options);
}

async function passageOnServer(event: object, options: GuardOptions): Promise<Passage> {
  const visit = visitAt(event);
  if (!visit) return unknown;
  try {
    const verdict = await visit.verdict(event, options);
    if (verdict === undefined) return { status: 200 };
    return verdict.status === 302 ? verdict : { status: 401, message: "Nobody is signed in." };
  } catch (error) {
    if (memberOf(error, "status") === 503) return unknown;
    throw error;
  }
}

async function passageInBrowser(path: string, { guests }: GuardOptions): Promise<Passage> {
  const passes = (session: Session | null) =>
    session?.user !== undefined && (guests === true || !session.guest);
  const { data } = pageSession().get();
  if (passes(data) && isCurrent(data)) return { status: 200 };
  try {
    if (passes(await getSession({ broadcast: false }))) return { status: 200 };
  } catch {
    return unknown;
  }
  const target = new URLSearchParams({ callbackUrl: path });
  return { status: 302, location: `${routesUrl()}/signin?${target}` };
}

const unknown: Passage = {
  status: 503,
  message: "We can't tell right now who is signed in. Try again later.",
};

function isCurrent(session: Session | null): boolean {
  return session !== null && new Date(session.expires).getTime() > Date.now();
}

/** The server's part of an event's context. This code is bundled separately from it. */
function visitAt(event: object): PageVisit | undefined {
  const visit = memberOf(memberOf(event, "context"), "latchkey");
  return isVisit(visit) ? visit : undefined;
}

function isVisit(value: unknown): value is PageVisit {
  return memberOf(value, "verdict") !== undefined;
}
