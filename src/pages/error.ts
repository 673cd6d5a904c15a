import { introHtml, linkButton } from "./blocks.js";
import { detailHtml, type ErrorDetail } from "./detail.js";
import { html } from "./html.js";
import { renderPage, type Page, type PageFrame } from "./layout.js";
import { lookup } from "./lookup.js";

export interface ErrorPageProps extends PageFrame {
  /** The query's `error`. */
  readonly error?: string | undefined;
  readonly signInUrl: string;
  readonly homeUrl: string;
  readonly detail?: ErrorDetail | undefined;
}

/** The error page and the status it is sent with. */
export type ErrorPage = Page & { readonly status: number };

const STATUS: ReadonlyMap<string, number> = new Map([
  ["Configuration", 500],
  ["SessionTooLarge", 500],
  ["Unavailable", 503],
  ["AccessDenied", 403],
  ["InvalidCheck", 400],
  ["Verification", 403],
]);

/** Says what happened, why, and what to do next. Unknown errors get the general text. */
export async function errorPage(props: ErrorPageProps): Promise<ErrorPage> {
  const { messages, error = "", detail } = props;
  const { texts, textDefault } = messages.error;
  // An application may have replaced some of the texts.
  const text = { ...textDefault, ...lookup(texts, error) };
  const body = html`${introHtml(text.heading, text.what, text.next)}
    ${detail !== undefined && detailHtml(detail, messages)}
    <div class="stack">
      ${linkButton(text.signIn, props.signInUrl, "primary")}
      ${linkButton(messages.home, props.homeUrl, "site")}
    </div>`;
  const page = await renderPage({ ...props, title: text.heading, kind: "failure", body });
  return { ...page, status: STATUS.get(error) ?? 200 };
}
