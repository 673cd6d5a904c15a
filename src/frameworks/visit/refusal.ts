import type { Engine } from "../../engine/index.js";
import { signInPage, siteOf } from "./place.js";
import type { Sender } from "./sender.js";

/** What somebody gets who is not signed in: a person the sign-in page, a program a status. */
export type Refusal =
  | { readonly status: 302; readonly location: string }
  | { readonly status: 401 };

/** Only a page can be come back to: what a form sent would be lost on the way. */
export function refusalOf(
  engine: Engine,
  sender: Sender,
  isPage = acceptsHtml(sender.headers),
): Refusal {
  const { method, url } = sender;
  if (!isPage || !["GET", "HEAD"].includes(method)) return { status: 401 };
  const site = siteOf(engine, sender);
  const here = site.origin + url.pathname + url.search;
  return { status: 302, location: signInPage(engine, site, here) };
}

/** Whether it is a person who asks. */
export function acceptsHtml(headers: Headers): boolean {
  return headers.get("accept")?.includes("text/html") ?? false;
}
