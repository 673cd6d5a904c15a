import { busyScript, busyScriptSource } from "./busy-script.js";
import { html, inlineScript, scriptElement, styleElement } from "./html.js";
import type { Html } from "./html.js";
import { initialOf } from "./marks.js";
import type { Messages } from "./messages.js";
import { safeLink } from "./links.js";
import { securityHeaders } from "./security-headers.js";
import { styleSource } from "./style-hash.js";
import { stylesheet } from "./stylesheet.js";
import { cleanTheme } from "./theme.js";
import type { CleanTheme, PageTheme } from "./theme.js";
import { themeTokens } from "./tokens.js";

/** A finished page: its markup and the headers it must be sent with. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What every page is given. */
export interface PageFrame {
  readonly theme: PageTheme;
  readonly messages: Messages;
  /** What the site is called where the theme has no name, such as its host. */
  readonly siteName: string;
  /** The sources of the CSP's `form-action`; `'self'` if absent. */
  readonly formAction?: string | undefined;
}

export interface PageContent extends PageFrame {
  readonly title: string;
  readonly body: Html;
  /** The page's kind, as a class on the card. */
  readonly kind: string;
  /** Origins of pictures on this page. */
  readonly images?: readonly string[];
  /** Rules of this page only. */
  readonly css?: string;
  /** The URL, on this origin, of the page's one script. */
  readonly script?: string | undefined;
}

/** The name to show for the site. */
export function nameOf(frame: PageFrame): string {
  return frame.theme.name === undefined || frame.theme.name === ""
    ? frame.siteName
    : frame.theme.name;
}

function brandHtml(name: string, theme: CleanTheme): Html {
  if (theme.logo !== undefined) {
    return html`<img class="logo" src="${theme.logo.src}" alt="${name}" />`;
  }
  const mark = html`<span class="mark" aria-hidden="true">${initialOf(name)}</span>`;
  return html`<div class="brand">${mark}<span>${name}</span></div>`;
}

const hasForms = ({ body }: PageContent): boolean => body.toString().includes("<form");

function headHtml(content: PageContent, css: string): Html {
  const script = content.script === undefined ? false : safeLink(content.script);
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${content.title} · ${nameOf(content)}</title>
    ${styleElement(css)} ${script !== false && scriptElement(script)}
    ${hasForms(content) && inlineScript(busyScript)}
  </head>`;
}

function documentHtml(content: PageContent, theme: CleanTheme, css: string): Html {
  const { lang, dir } = content.messages;
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      ${headHtml(content, css)}
      <body>
        <main class="page">
          <div class="card ${content.kind}">
            ${brandHtml(nameOf(content), theme)} ${content.body}
          </div>
        </main>
      </body>
    </html> `;
}

/** Puts a body into the common frame and works out the headers that fit exactly this page. */
export async function renderPage(content: PageContent): Promise<Page> {
  const theme = cleanTheme(content.theme);
  const css = themeTokens(theme) + stylesheet + (content.css ?? "");
  const headers = securityHeaders({
    style: await styleSource(content.theme, css),
    images: [
      ...(theme.logo?.origin === undefined ? [] : [theme.logo.origin]),
      ...(content.images ?? []),
    ],
    formAction: content.formAction,
    script: content.script !== undefined,
    inline: hasForms(content) ? busyScriptSource : undefined,
    variesByLanguage: content.messages.byHeader,
  });
  return { html: documentHtml(content, theme, css).toString(), headers };
}
