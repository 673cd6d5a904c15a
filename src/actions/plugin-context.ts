import { pendingOf } from "../accounts/parked.js";
import { resumeSignIn } from "../accounts/stages.js";
import type { Context } from "../core/plugin.js";
import { ownCookie } from "../cookies/names.js";
import { openToken, sealToken } from "../crypto/token.js";
import { saltOf } from "../core/plugins/app.js";
import type { Bound } from "../core/plugins/folded.js";
import { runtimeOf, withParts } from "../core/plugins/runtime.js";
import { csrfToken } from "../http/csrf.js";
import { json, type Outcome } from "../http/outcome.js";
import { actionUrl } from "../http/urls.js";
import { AuthError } from "../errors.js";
import { renderPage } from "../pages/layout.js";
import { guessesAt } from "../limits/device.js";
import { longestCarried } from "../state/carried.js";
import { changeCredentials, sessionOf } from "../accounts/credentials-changed.js";
import type { ActionContext } from "./context.js";
import { pageFrame, showPage } from "./frame.js";
import { sharedMap } from "../shared-map.js";
import { assertWithinLimit } from "./limit.js";

const cores = sharedMap<Context, ActionContext>("contexts");

/** The core's own context, for plugins of this library that are built on parts of the core. */
export function coreOf(context: Context): ActionContext {
  const core = cores.get(context);
  if (core) return core;
  throw new TypeError("This context was not made by the engine.");
}

/** A request as one plugin sees it. */
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
    cookie: cookiesOf(name, core),
    pending: () => pendingOf(core, name),
    resume: (pending, strength) => resumeSignIn(core, pending, strength),
    async changeCredentials(userId, change) {
      const except = await sessionOf(core, userId);
      return changeCredentials(core, { userId, except }, change);
    },
    limit: (userId) => limit(name, userId, core),
    notify: async (user, notice) => core.tellOwner?.(user, notice),
    tell: async (event) => core.tell?.(event),
    texts: async (english) => (await core.language()).texts(name, english),
    csrfToken: () => csrfToken(core),
    page: ({ title, body: shown, json: data }, status = 200) =>
      isProgram(core)
        ? Promise.resolve(json(data, status))
        : page(core, { title, body: shown, kind: name }, status),
  };
  cores.set(context, core);
  return withParts(context, core);
}

/** Scripts that ask not to be redirected read JSON. */
function isProgram({ headers }: ActionContext): boolean {
  return headers.has("x-auth-return-redirect");
}

async function page(
  core: ActionContext,
  shown: Pick<Parameters<typeof renderPage>[0], "title" | "body" | "kind">,
  status: number,
): Promise<Outcome> {
  return showPage(await renderPage({ ...(await pageFrame(core)), ...shown }), status);
}

function cookiesOf(plugin: string, core: ActionContext): Context["cookie"] {
  const { jar, keys, now, secure } = core;
  const cookie = (name: string) => ownCookie(secure, `${plugin}.${name}`);
  return {
    async read(name) {
      const token = jar.get(cookie(name).name);
      if (token === undefined) return null;
      const opened = await openToken(keys, { salt: saltOf(plugin, `cookie.${name}`), token, now });
      return opened.ok ? opened.claims : null;
    },
    async write(name, claims, maxAge) {
      const salt = saltOf(plugin, `cookie.${name}`);
      const token = await sealToken(keys, { salt, claims, maxAge, now });
      if (token.length > longestCarried) throw tooLong(plugin, name, token.length);
      jar.set(cookie(name), token, { maxAge });
    },
    clear: (name) => jar.clear(cookie(name)),
  };
}

function tooLong(plugin: string, name: string, length: number): AuthError {
  return new AuthError(
    `The cookie ${JSON.stringify(name)} of the plugin ${JSON.stringify(plugin)} would take ${length} characters, and at most ${longestCarried} fit. Keep what is long in a table or in shared state.`,
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
