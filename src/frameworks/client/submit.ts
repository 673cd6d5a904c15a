import { getCsrfToken } from "./fetch-session.js";
import { routesUrl } from "./page.js";
import { report, textOf } from "./request.js";

/** What became of a form. */
export interface Sent {
  /** 0 where there was no answer at all. */
  readonly status: number;
  readonly ok: boolean;
  /** Where the answer said to go: an http(s) URL. Undefined when it was no answer of the library. */
  readonly url: string | undefined;
}

/** Sends a form to one of the library's routes, and gives where it would have gone. */
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
    if (target === undefined) report(`${url} answered ${response.status} without a place to go.`);
    return { status: response.status, ok: response.ok && target !== undefined, url: target };
  } catch (error) {
    report(`${url} could not be asked.`, error);
    return { status: 0, ok: false, url: undefined };
  }
}

/** The text, if it leads to a page: `javascript:` and the like do not. */
export function webUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text, location.href)) return undefined;
  return /^https?:$/.test(new URL(text, location.href).protocol) ? text : undefined;
}

function textFor(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Goes to a URL, also when it differs from this one only in its fragment. */
export function goTo(url: string): void {
  location.assign(url);
  if (url.includes("#")) location.reload();
}
