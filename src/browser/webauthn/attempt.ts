import { askOptions, OptionsRefused } from "./ask.js";
import { isSupported, perform } from "./ceremony.js";
import { postAnswer, routeOf, type Reply, type Route } from "./server.js";
import { againUrl, signInAgain, withoutError } from "./sign-in-again.js";

/** What came of a ceremony. */
export interface SignInResponse {
  /**
   * The type of the server's error, or what happened in the browser: `Cancelled`,
   * `AlreadyRegistered`, `NotSupported`, `WebAuthnFailed`.
   */
  error: string | undefined;
  code: string | undefined;
  /** The server's status; 0 when the browser or the person refused. */
  status: number;
  ok: boolean;
  /** Where to go; null when it failed. With the error `FreshSignInRequired`: where to sign in again. */
  url: string | null;
}

/** Options from the server, the authenticator's answer, and the server's word on it. */
export async function attempt(
  route: Route,
  fields: Readonly<Record<string, string>>,
): Promise<SignInResponse> {
  if (!isSupported()) return failed("NotSupported");
  try {
    const ceremony = await askOptions(routeOf(route, "webauthn-options"), fields);
    return resultOf(await postAnswer(route, await perform(ceremony)));
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

/** Most errors are told here, where the person is. */
function pageFor(error: string, url: string): string | null {
  return error === signInAgain ? againUrl(url, withoutError(location.href)) : null;
}

/** The server answers a refusal with the page that tells of it: only its address says so. */
function resultOf({ ok, status, url }: Reply): SignInResponse {
  const query = new URL(url, location.href).searchParams;
  const error = query.get("error") ?? (ok && url !== "" ? undefined : "WebAuthnFailed");
  if (error === undefined) return { error, code: undefined, status, ok, url };
  const code = query.get("code") ?? undefined;
  return { error, code, status, ok: false, url: pageFor(error, url) };
}
