import { getCsrfToken } from "./fetch-session.js";
import { routesUrl } from "./page.js";
import { textAt } from "../visit/shapes.js";
import { report } from "./request.js";

/** The result of a form. */
export interface Sent {
  /** 0 if there was no response. */
  readonly status: number;
  readonly ok: boolean;
  /** The redirect URL (http or https). Undefined if the response wasn't the library's. */
  readonly url: string | undefined;
}

/** Signs in or out with a form, and returns the redirect URL. */
export async function submit(
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Sent> {
  const sent = await post(path, fields);
  if (!sent) return { status: 0, ok: false, url: undefined };
  const { status, ok, url } = sent;
  if (url === undefined) {
    report(`${routesUrl()}/${path} responded with status ${status} and no redirect.`);
  }
  return { status, ok: ok && url !== undefined, url };
}

/** Posts a form to one of the library's routes. Undefined without a response. */
export async function post(
  path: string,
  fields: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<(Sent & { readonly answer: unknown }) | undefined> {
  const body = new URLSearchParams({ csrfToken: await getCsrfToken() });
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) body.append(name, textFor(value));
  }
  const address = `${routesUrl()}/${path}`;
  try {
    const asked = { ...headers, "x-auth-return-redirect": "1" };
    const response = await fetch(address, { method: "POST", headers: asked, body });
    const answer: unknown = await response.json().catch(() => undefined);
    const { status, ok } = response;
    return { status, ok, url: webUrl(textAt(answer, "url")), answer };
  } catch (error) {
    report(`${address} can’t be reached.`, error);
    return undefined;
  }
}

/** The URL if it is http(s), not `javascript:` and the like. */
function webUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text, location.href)) return undefined;
  return /^https?:$/.test(new URL(text, location.href).protocol) ? text : undefined;
}

function textFor(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Navigates to a URL, even if it differs from this one only in its fragment. */
export function goTo(url: string): void {
  location.assign(url);
  if (url.includes("#")) location.reload();
}
