import { inject, type App, type InjectionKey } from "vue";
import type { Session } from "../../types/session.js";
import { getSession } from "../client/fetch-session.js";
import { routesUrl } from "../client/page.js";
import { pageSession } from "../client/page-session.js";
import { signIn } from "../client/sign-in.js";
import { signOut } from "../client/sign-out.js";
import { useSession as useSessionOfPage, type SessionRefs } from "../vue/index.js";

/** What a page is made with, on the server, and what goes to the browser with it. */
export interface KnownSession {
  readonly basePath: string;
  /** Undefined: the browser has to ask. */
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
 * The session, in a component. On the server it is there when the page is made, without a request; all components
 * share it in the browser.
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
    throw new Error('There is no sign-in here: nuxt.config has no module "latchkey/nuxt".');
  }
  return { ...useSessionOfPage({ ...options, ...known }), signIn, signOut };
}

/** Used by the plugin of the module: what components are told of. */
export function provideSession(app: App, known: KnownSession): void {
  app.provide(key, known);
  // Who signs in needs to know where, whether or not a component asks for the session.
  if (typeof window !== "undefined") pageSession(known);
}

/** Used by the plugin of the module, on the server. */
export async function readKnownSession(event: object, basePath: string): Promise<KnownSession> {
  const visit = visitAt(event);
  if (!visit) return { basePath };
  const session = await visit.session(event);
  if (session === undefined) return { basePath: visit.basePath };
  // The same as what the browser would be told: JSON.
  const plain: unknown = JSON.parse(JSON.stringify(session));
  return { basePath: visit.basePath, session: isSession(plain) ? plain : null };
}

function isSession(value: unknown): value is Session {
  return typeof value === "object" && value !== null && "expires" in value;
}

/** Whether somebody may go to a page, else where they are led, or with which status they are refused. */
export type Passage =
  | { readonly status: 200 }
  | { readonly status: 302; readonly location: string }
  | { readonly status: 401 | 503; readonly message: string };

/** Used by the route middleware of the module. */
export function askPassage(event: object | undefined, path: string): Promise<Passage> {
  return event ? passageOnServer(event) : passageInBrowser(path);
}

async function passageOnServer(event: object): Promise<Passage> {
  const visit = visitAt(event);
  if (!visit) return unknown;
  try {
    const verdict = await visit.verdict(event);
    if (verdict === undefined) return { status: 200 };
    return verdict.status === 302 ? verdict : { status: 401, message: "Nobody is signed in." };
  } catch (error) {
    if (isUnavailable(error)) return unknown;
    throw error;
  }
}

async function passageInBrowser(path: string): Promise<Passage> {
  const { data } = pageSession().get();
  if (isCurrent(data)) return { status: 200 };
  try {
    const session = await getSession({ broadcast: false });
    if (session?.user) return { status: 200 };
  } catch {
    return unknown;
  }
  const target = new URLSearchParams({ callbackUrl: path });
  return { status: 302, location: `${routesUrl()}/signin?${target}` };
}

const unknown: Passage = {
  status: 503,
  message: "Who is signed in can not be known right now. Try again later.",
};

function isCurrent(session: Session | null): boolean {
  return session?.user !== undefined && new Date(session.expires).getTime() > Date.now();
}

function isUnavailable(error: unknown): boolean {
  return typeof error === "object" && error !== null && Reflect.get(error, "status") === 503;
}

/** What the server put into the context of an event. This code is bundled apart from it. */
interface VisitOfPage {
  readonly basePath: string;
  session(at: object): Promise<Session | null | undefined>;
  verdict(at: object): Promise<{ status: 302; location: string } | { status: 401 } | undefined>;
}

function visitAt(event: object): VisitOfPage | undefined {
  const context: unknown = Reflect.get(event, "context");
  const visit: unknown =
    typeof context === "object" && context !== null ? Reflect.get(context, "latchkey") : undefined;
  return isVisit(visit) ? visit : undefined;
}

function isVisit(value: unknown): value is VisitOfPage {
  return typeof value === "object" && value !== null && "verdict" in value;
}
