import { defaultBackend } from "../core/crypto/default-backend.js";
import type { PagePrompt } from "../types/forms.js";
import { html, type Html, inlineScript, scriptElement, styleElement } from "./html.js";
import { safeLink } from "./links.js";
import type { Messages } from "./messages.js";
import { themeTokens } from "./palette.js";
import { initialOf } from "./provider-marks.js";
import { stylesheet } from "./stylesheet.js";
import { cleanTheme, type CleanTheme, type PageTheme } from "./theme.js";

/** Hashes by theme, so that one configuration's pages don't fill another's cache. */
const hashes = new WeakMap<object, Map<string, Promise<string>>>();

/** A config has a handful of stylesheets: one for its sign-in page, one for all others. */
const MOST_KEPT = 16;

/** Node.js has a backend that takes a tenth of what the first use of WebCrypto takes. */
async function sha256(text: string): Promise<string> {
  return btoa(String.fromCharCode(...(await defaultBackend().sha(256, text))));
}

/** The CSP source (CSP 3, section 2.3.1) that allows exactly this inline stylesheet. */
async function styleSource(owner: object, css: string): Promise<string> {
  const known = hashes.get(owner) ?? new Map<string, Promise<string>>();
  hashes.set(owner, known);
  const hash = known.get(css) ?? sha256(css);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(css, hash);
  return `'sha256-${await hash}'`;
}

interface PageSources {
  /** The hash of the page's stylesheet. */
  readonly style: string;
  /** The origins of pictures that are kept elsewhere. */
  readonly images: readonly string[];
  /** Where the page's forms may lead. Chromium checks the redirects after a submit, too. */
  readonly formAction: string | undefined;
  /** Whether the page loads a script of the site. */
  readonly script: boolean;
  readonly prompt: PagePrompt["sources"] | undefined;
  /** The hash of the inline script. */
  readonly inline?: string | undefined;
  /** Whether another browser may get the page in another language (RFC 9110, section 12.5.5). */
  readonly variesByLanguage: boolean;
}

/** Known forms only: a `;` or `,` would begin another directive or policy. */
const SOURCE =
  /^(?:'self'|'none'|https?:|[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:|https?:\/\/[\w.*[\]:-]+)$/;

function formTargets(sources: string | undefined): string {
  const known = (sources ?? "").split(" ").filter((source) => SOURCE.test(source));
  return known.length === 0 ? "'self'" : known.join(" ");
}

/** One directive; none without sources. */
function directive(name: string, sources: readonly (string | false | undefined)[]): string[] {
  const used = sources.filter(Boolean);
  return used.length === 0 ? [] : [[name, ...used].join(" ")];
}

function policy({ style, images, formAction, script, inline, prompt }: PageSources): string {
  return [
    "default-src 'none'",
    ...directive("style-src", [style, prompt?.style]),
    ...directive("img-src", ["'self' data:", ...images]),
    ...directive("script-src", [inline, script && "'self'", prompt?.script]),
    ...directive("connect-src", [script && "'self'", prompt?.connect]),
    ...directive("frame-src", [prompt?.frame]),
    "base-uri 'none'",
    `form-action ${formTargets(formAction)}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The headers of a page, which forbid framing, caching, sniffing and foreign scripts. */
function securityHeaders(sources: PageSources): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy(sources),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    // With `no-referrer` browsers send `Origin: null` on a form post, which the CSRF check refuses.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy":
      sources.prompt === undefined ? "same-origin" : "same-origin-allow-popups",
    "cache-control": "private, no-store",
    vary: sources.variesByLanguage ? "Cookie, Accept-Language" : "Cookie",
  };
}

/**
 * Disables the buttons while a form is being sent, so that nothing is sent twice, until the user
 * comes back or ten seconds have passed. A button that skips the browser's validation, since the
 * password may be empty, still validates the address. A button beside a password shows it until the
 * form is sent, so that password managers recognize the field. A complete code is submitted by itself
 * where the page says so. Everything else works without the script. No `<` or `>`, because it's
 * inlined.
 */
export const busyScript =
  'addEventListener("submit",function(e){var b=e.submitter,a=e.target.elements.namedItem("email");' +
  "if(b&&b.formNoValidate&&a&&a.reportValidity&&!a.reportValidity())e.preventDefault();" +
  'document.querySelectorAll("[data-reveal]").forEach(function(r){t(r,false)});' +
  "setTimeout(function(){if(e.defaultPrevented)return;s(true);setTimeout(s,1e4,false)})});" +
  'addEventListener("input",function(e){var i=e.target,f=i.form;if(f&&f.querySelector("[data-submits]")&&i.validity.valid)' +
  'f.querySelector("[type=submit]").click()});' +
  'addEventListener("pageshow",function(e){if(e.persisted)s(false)});' +
  'addEventListener("DOMContentLoaded",function(){document.querySelectorAll("[data-reveal],[data-submits]").forEach(function(r){r.hidden=false;' +
  'if(r.type)r.onclick=function(){t(r,r.getAttribute("aria-pressed")!="true")}})});' +
  'function t(r,w){r.setAttribute("aria-pressed",w);r.previousElementSibling.type=w?"text":"password"}' +
  'function s(w){document.querySelectorAll("button").forEach(function(b){b.disabled=w})}';

/** The CSP source (CSP 3, section 2.3.1) that allows exactly this script. */
const busyScriptSource = "'sha256-/7F4nP5ZE4QGIRSgbuzrwFsScOQHtq8i3Qgkw9KFIao='";

/** A finished page: its markup and the headers it must be sent with. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The input of every page. */
export interface PageFrame {
  readonly theme: PageTheme;
  readonly messages: Messages;
  /** The site's name where the theme has none, such as its host. */
  readonly siteName: string;
  /** The sources of the CSP's `form-action`; `'self'` if absent. */
  readonly formAction?: string | undefined;
}

export interface PageContent extends PageFrame {
  readonly title: string;
  readonly body: Html;
  /** The page's kind, a class on the card. */
  readonly kind: string;
  /** Origins of pictures on this page. */
  readonly images?: readonly string[];
  /** CSS for this page only. */
  readonly css?: string;
  /** The URL, on this origin, of the page's one script. */
  readonly script?: string | undefined;
  readonly prompt?: PagePrompt | undefined;
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

const scriptsOf = ({ script, prompt }: PageContent): readonly string[] =>
  [script, prompt?.scriptUrl].filter((url) => url !== undefined);

function headHtml(content: PageContent, css: string): Html {
  const scripts = scriptsOf(content).map(safeLink);
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${content.title} · ${nameOf(content)}</title>
    ${styleElement(css)} ${scripts.map(scriptElement)}
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

/** Puts a body into the common frame and computes the headers for exactly this page. */
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
    script: scriptsOf(content).length > 0,
    prompt: content.prompt?.sources,
    inline: hasForms(content) ? busyScriptSource : undefined,
    variesByLanguage: content.messages.byHeader,
  });
  return { html: documentHtml(content, theme, css).toString(), headers };
}
