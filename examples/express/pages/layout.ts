import type { Session } from "latchkey/express";
import { html, type Html } from "../html.js";
import { signedIn } from "../session.js";

export interface Page {
  readonly title: string;
  readonly body: Html;
}

/** What every page shows besides its own content. */
export interface Frame {
  readonly session: Session | null;
  /** The address of the page, to mark it in the menu. */
  readonly path: string;
}

const menu = [
  { href: "/", label: "Home" },
  { href: "/protected", label: "Protected" },
  { href: "/inbox", label: "Inbox" },
  { href: "/authenticator", label: "Authenticator" },
  { href: "/what-happened", label: "What happened" },
] as const;

/** The whole document. */
export function layout({ title, body }: Page, frame: Frame): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Latchkey demo</title>
        <link rel="stylesheet" href="/styles.css" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="/"
            ><img src="/icon.svg" alt="" width="32" height="32" />Latchkey demo</a
          >
          <nav aria-label="Main">${menu.map((item) => menuLink(item, frame.path))}</nav>
          <div class="who">${who(frame)}</div>
        </header>
        ${acting(frame)}
        <main id="content">${body}</main>
      </body>
    </html> `.toString();
}

function menuLink({ href, label }: (typeof menu)[number], path: string): Html {
  const current = href === "/" ? path === "/" : path.startsWith(href);
  return current
    ? html`<a href="${href}" aria-current="page">${label}</a>`
    : html`<a href="${href}">${label}</a>`;
}

/** An administrator who acts as somebody else must not forget it. */
function acting({ session }: Frame): Html | false {
  if (!session?.user || !("impersonator" in session)) return false;
  return html`<p class="acting" role="status">
    You are acting as <strong>${session.user.name ?? session.user.email}</strong>.
    <a href="/auth/admin/return">Back to my own account</a>
  </p>`;
}

function who({ session, path }: Frame): Html {
  const user = signedIn(session);
  if (!user) {
    const query = new URLSearchParams({ callbackUrl: path });
    return html`${session?.guest && html`<span class="name">Guest</span>`}
      <a class="button small" href="/auth/signin?${query.toString()}">Sign in</a>`;
  }
  return html`<a class="name" href="/auth/account">${user.name ?? user.email ?? "Signed in"}</a>
    <a class="button small" href="/auth/signout">Sign out</a>`;
}
