import { CookieJar } from "../cookies/jar.js";
import { CallbackRouteError, isClientError, RateLimited } from "../errors/errors.js";
import { Fields } from "../http/fields.js";
import { homeOf } from "../http/urls.js";
import { tokenIn } from "../sign-in/token-sessions.js";
import { isRecord, parseObject } from "../values/json.js";
import { finishSignIn } from "./callback.js";
import type { ActionContext } from "./context.js";
import { beginSignIn } from "./sign-in.js";

/** A sign-in with an ID token that has begun. */
export interface IssuedNonce {
  /** The ID token must contain it. */
  readonly nonce: string;
  /** The app at the provider. */
  readonly clientId: string;
  /** What the sign-in needs to be finished: keep it, or seal it and let the program bring it. */
  readonly begun: string;
}

export interface PostedIdToken {
  readonly begun: string;
  readonly idToken: string;
  /** What Apple told the app about the user, as JSON. It's the name only, and not signed. */
  readonly user?: string | undefined;
}

export interface StartedSession {
  readonly token: string;
  readonly userId: string;
}

/** Starts a sign-in with an ID token, for a program without cookies. What a browser would keep is a text. */
export async function issueNonce(core: ActionContext, id: string): Promise<IssuedNonce | null> {
  if (!core.flows.get(id)?.acceptsIdTokens) return null;
  const own = apart(core, { id, jar: new CookieJar(null), fields: { response_type: "id_token" } });
  const outcome = await beginSignIn(own);
  const told = outcome.kind === "json" && isRecord(outcome.body) ? outcome.body : {};
  const { nonce, state, clientId } = told;
  if (typeof nonce !== "string" || typeof clientId !== "string") return null;
  const cookies = own.jar
    .changes()
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return { nonce, clientId, begun: JSON.stringify({ state, cookie: cookies.join("; ") }) };
}

/**
 * Finishes it as a browser's callback is finished. "interaction-required" if that asks for more, such as a second factor, which
 * needs a browser; null if it's refused.
 */
export async function startWithIdToken(
  core: ActionContext,
  id: string,
  { begun, idToken, user }: PostedIdToken,
): Promise<StartedSession | "interaction-required" | null> {
  if (!core.flows.get(id)?.acceptsIdTokens) return null;
  const { state, cookie } = parseObject(begun) ?? {};
  const fields = { id_token: idToken, state, ...(user !== undefined && { user }) };
  const jar = new CookieJar(typeof cookie === "string" ? cookie : null);
  const own = apart(core, { id, jar, fields });
  try {
    await finishSignIn(own);
  } catch (error) {
    const isRefusal =
      error instanceof CallbackRouteError || (error instanceof Error && isClientError(error));
    if (!isRefusal || error instanceof RateLimited) throw error;
    core.logger.error(error.type, error);
    return null;
  }
  const { name } = own.cookies.session;
  const token = tokenIn(own, name);
  if (token === null) return "interaction-required";
  const session = { jar: new CookieJar(token), cookie: own.cookies.session, now: own.now };
  const about = await own.sessions.about({ ...session, renew: false });
  return about && about.userId !== null ? { token, userId: about.userId } : null;
}

interface Apart {
  readonly id: string;
  readonly jar: CookieJar;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The same request without the sender's cookies and credentials. */
function apart(core: ActionContext, { id, jar, fields }: Apart): ActionContext {
  return {
    ...core,
    ...{ jar, providerId: id, method: "POST", query: Fields.none, body: Fields.fromObject(fields) },
    callbackUrl: homeOf(core.site),
    signedInAs: () => Promise.resolve(null),
    // The result isn't kept in a browser, so another site gains nothing by posting it.
    checksCsrf: false,
    links: false,
  };
}
