import { getCsrfToken } from "./fetch-session.js";
import { routesUrl } from "./page.js";
import { textOf } from "./request.js";

/** Sends a form to one of the library's routes, and gives where it would have gone. */
export async function submit(path: string, fields: Readonly<Record<string, unknown>>) {
  const body = new URLSearchParams({ csrfToken: await getCsrfToken() });
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) body.append(name, textFor(value));
  }
  const response = await fetch(`${routesUrl()}/${path}`, {
    method: "POST",
    headers: { "x-auth-return-redirect": "1" },
    body,
  });
  const answer: unknown = await response.json().catch(() => undefined);
  return { status: response.status, ok: response.ok, url: textOf(answer, "url") };
}

function textFor(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Goes to a URL, also when it differs from this one only in its fragment. */
export function goTo(url: string): void {
  location.assign(url);
  if (url.includes("#")) location.reload();
}
