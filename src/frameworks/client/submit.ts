import { getCsrfToken } from "./fetch-session.js";
import { routesUrl } from "./page.js";
import { report, textOf } from "./request.js";

/** The result of a form. */
export interface Sent {
  /** 0 if there was no response. */
  readonly status: number;
  readonly ok: boolean;
  /** The redirect URL (http or https). Undefined if the response wasn't the library's. */
  readonly url: string | undefined;
}

/** Posts a form to one of the library's routes, and returns the redirect URL. */
export async function submit(
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Sent> {
  const body = new URLSearchParams({ csrfToken: await getCsrfToken() });
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) body.append(name, textFor(value));
  }
  const url = `${routesUrl()}/${path}`;
  try {
    const headers = { "x-auth-return-redirect": "1" };
    const response = await fetch(url, { method: "POST", headers, body });
    const answer: unknown = await response.json().catch(() => undefined);
    const target = webUrl(textOf(answer, "url"));
    if (target === undefined) {
      report(`${url} responded with status ${response.status} and no redirect.`);
    }
    return { status: response.status, ok: response.ok && target !== undefined, url: target };
  } catch (error) {
    report(`${url} can’t be reached.`, error);
    return { status: 0, ok: false, url: undefined };
  }
}

/** The URL if it is http(s), not `javascript:` and the like. */
export function webUrl(text: string | undefined): string | undefined {
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
