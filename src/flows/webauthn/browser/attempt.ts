import { askOptions, OptionsRefused } from "./ask.js";
import { type CeremonyControls, isSupported, perform } from "./ceremony.js";
import { postAnswer, routeOf, type Reply, type Route } from "./server.js";
import { signalUnknown } from "./signal.js";
import { againUrl, signInAgain, withoutError } from "./sign-in-again.js";

/** The result of a ceremony. */
export interface SignInResponse {
  /**
   * The type of the server's error, or what happened in the browser: `Cancelled`,
   * `AlreadyRegistered`, `NotSupported`, `WebAuthnFailed`.
   */
  error: string | undefined;
  code: string | undefined;
  /** The server's status; 0 if the browser or the user refused. */
  status: number;
  ok: boolean;
  /**
   * Where to go; null if it failed. With the error `FreshSignInRequired`, the page to sign in
   * again.
   */
  url: string | null;
}

/** The server's options, the authenticator's response, and the server's verdict. */
export async function attempt(
  route: Route,
  fields: Readonly<Record<string, string>>,
  controls?: CeremonyControls,
): Promise<SignInResponse> {
  if (!isSupported()) return failed("NotSupported");
  try {
    const optionsUrl = routeOf(route, "webauthn-options");
    const answer = await perform(await askOptions(optionsUrl, fields), controls);
    const result = resultOf(await postAnswer(route, answer));
    if (!result.ok && answer.action === "authenticate") {
      await signalUnknown(optionsUrl, answer.id).catch(() => undefined);
    }
    return result;
  } catch (error) {
    if (error instanceof OptionsRefused) return refused(error);
    if (!(error instanceof DOMException)) throw error;
    return failed(reasons[error.name] ?? "WebAuthnFailed", { code: error.name });
  }
}

/** What browsers throw (WebAuthn Level 3, sections 5.1.3 and 5.1.4). */
const reasons: Readonly<Partial<Record<string, string>>> = {
  NotAllowedError: "Cancelled",
  AbortError: "Cancelled",
  InvalidStateError: "AlreadyRegistered",
  NotSupportedError: "NotSupported",
};

function failed(error: string, { status = 0, code }: { status?: number; code?: string } = {}) {
  return { error, code, status, ok: false, url: null };
}

function refused({ message, status, url = "" }: OptionsRefused): SignInResponse {
  return { ...failed(message, { status }), url: pageFor(message, url) };
}

/** Most errors are shown on this page. */
function pageFor(error: string, url: string): string | null {
  return error === signInAgain ? againUrl(url, withoutError(location.href)) : null;
}

/** The server responds to a refusal with a redirect to its error page, so the URL has the error. */
function resultOf({ ok, status, url }: Reply): SignInResponse {
  const query = new URL(url, location.href).searchParams;
  const error = query.get("error") ?? (ok && url !== "" ? undefined : "WebAuthnFailed");
  if (error === undefined) return { error, code: undefined, status, ok, url };
  const code = query.get("code") ?? undefined;
  return { error, code, status, ok: false, url: pageFor(error, url) };
}
