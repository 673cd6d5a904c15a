import { renderPage } from "../../pages/layout.js";
import { sharedMap } from "../async/shared-map.js";
import { ownCookie } from "../cookies/names.js";
import { openCookie } from "../cookies/sealed.js";
import { sealToken } from "../crypto/token.js";
import { AuthError } from "../errors/errors.js";
import { csrfToken } from "../http/csrf.js";
import { json, type Outcome } from "../http/outcome.js";
import { actionUrl } from "../http/urls.js";
import { changeCredentials, sessionOf } from "../linking/credentials-changed.js";
import type { Context, PastSignIn, Shown } from "../plugin.js";
import { saltOf } from "../plugins/app.js";
import type { Bound } from "../plugins/folded.js";
import { runtimeOf, withParts } from "../plugins/runtime.js";
import { guessesAt } from "../rate-limit/known-device.js";
import { pendingOf } from "../sign-in/parked.js";
import { resumeSignIn } from "../sign-in/stages.js";
import { tokenSessions } from "../sign-in/token-sessions.js";
import { maxSealedLength } from "../state/sealed-cookie.js";
import type { ActionContext } from "./context.js";
import { assertWithinLimit } from "./limit.js";
import { pageFrame, showPage } from "./page-frame.js";
import { updateSessionOf } from "./session.js";

const cores = sharedMap<Context, ActionContext>("contexts");

/** The core's own context, for this library's plugins that use internals. */
export function coreOf(context: Context): ActionContext {
  const core = cores.get(context);
  if (core) return core;
  throw new TypeError(
    "This plugin context wasn't created by the engine. Pass on the `context` your hook or route received.",
  );
}

/** One request, as one plugin sees it. */
export function pluginContext({ plugin, app }: Bound, core: ActionContext): Context {
  const { site, method, headers, query, body } = core;
  const { name } = plugin;
  const context: Context = {
    app,
    site,
    ...runtimeOf(core),
    request: { method, headers, query, body },
    act: core.providerId,
    now: core.now,
    callbackUrl: core.callbackUrl,
    url: (action, act) => actionUrl(site, action, act),
    signedInAs: core.signedInAs,
    isFresh: (userId) => core.isFresh(userId),
    tokenSessions: tokenSessions(core),
    signIn: () => signInOf(core),
    cookie: cookiesOf(name, core),
    pending: () => pendingOf(core, name),
    resume: (pending, strength) => resumeSignIn(core, pending, strength),
    async changeCredentials(userId, change) {
      const except = await sessionOf(core, userId);
      return changeCredentials(core, { userId, except }, change);
    },
    updateSession: (user) => updateSessionOf(core, user),
    limit: (userId) => limit(name, userId, core),
    notify: async (user, notice) => core.tellOwner?.(user, notice),
    tell: async (event) => core.tell?.(event),
    texts: async (english) => (await core.language()).texts(name, english),
    csrfToken: () => csrfToken(core),
    page: ({ title, body: shown, json: data, leadsTo }, status = 200) =>
      isProgram(core)
        ? Promise.resolve(json(data, status))
        : page(core, { title, body: shown, kind: name, leadsTo }, status),
  };
  cores.set(context, core);
  return withParts(context, core);
}

/** Scripts that don't follow redirects get JSON. */
function isProgram({ headers }: ActionContext): boolean {
  return headers.has("x-auth-return-redirect");
}

type PluginPage = Pick<Parameters<typeof renderPage>[0], "title" | "body" | "kind"> &
  Pick<Shown, "leadsTo">;

async function page(
  core: ActionContext,
  { leadsTo, ...shown }: PluginPage,
  status: number,
): Promise<Outcome> {
  const frame = await pageFrame(core);
  const formAction =
    leadsTo === undefined
      ? frame.formAction
      : `${frame.formAction ?? "'self'"} ${sourceOf(leadsTo)}`;
  return showPage(await renderPage({ ...frame, formAction, ...shown }), status);
}

/** An address as a source of the CSP: its origin, or its scheme where it has none. */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === "null" ? protocol : origin;
}

async function signInOf({
  sessions,
  jar,
  cookies,
  now,
}: ActionContext): Promise<PastSignIn | null> {
  const context = { jar, cookie: cookies.session, now, renew: false };
  // A program's token isn't a browser in which the user sees what is asked.
  if (await sessions.hasCredential?.(context)) return null;
  const current = await sessions.about(context);
  if (!current || current.userId === null) return null;
  const { userId, provider = "", bothFactors = false } = current;
  return { userId, provider, bothFactors };
}

function cookiesOf(plugin: string, core: ActionContext): Context["cookie"] {
  const { jar, keys, now, secure } = core;
  const cookie = (name: string) => ownCookie(secure, `${plugin}.${name}`);
  return {
    async read(name) {
      return (await openCookie(core, cookie(name), saltOf(plugin, `cookie.${name}`))) ?? null;
    },
    async write(name, claims, maxAge) {
      const salt = saltOf(plugin, `cookie.${name}`);
      const token = await sealToken(keys, { salt, claims, maxAge, now });
      if (token.length > maxSealedLength) throw tooLong(plugin, name, token.length);
      jar.set(cookie(name), token, { maxAge });
    },
    clear: (name) => jar.clear(cookie(name)),
  };
}

function tooLong(plugin: string, name: string, length: number): AuthError {
  return new AuthError(
    `The cookie ${JSON.stringify(name)} of the plugin ${JSON.stringify(plugin)} takes ${length} characters; the limit is ${maxSealedLength}. Store large values in a table or in shared state.`,
  );
}

async function limit(plugin: string, userId: string, core: ActionContext) {
  const { provider: id, names } = guessesAt(plugin, userId);
  const limited = { id, limitKeys: () => names };
  const allowed = await assertWithinLimit(core, limited, {
    action: "callback",
    guess: "secret",
    userId,
  });
  return {
    failed: async () => allowed?.failed(),
    succeeded: async () => allowed?.succeeded(),
  };
}
