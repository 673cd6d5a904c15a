import { english } from "../pages/english.js";
import { html, type Html } from "../pages/html.js";
import { renderPage, type Page } from "../pages/layout.js";
import type { DevMail } from "./mails.js";
import type { SamplePerson } from "./people.js";

const frame = {
  theme: { colorScheme: "auto", logo: "", brandColor: "", buttonText: "", name: undefined },
  messages: { ...english, lang: "en", dir: "ltr", byHeader: false },
} as const;

/** The page with a link for each user, and one to refuse. */
export function peoplePage(
  host: string,
  people: readonly SamplePerson[],
  linkOf: (choice: string) => string,
): Promise<Page> {
  const entry = ({ sub, name, email, email_verified }: SamplePerson): Html =>
    html`<a class="button secondary" href="${linkOf(sub)}"
      ><span>${name} · ${email}${email_verified === false ? " (not proven)" : ""}</span></a
    >`;
  return renderPage({
    ...frame,
    siteName: host,
    title: "Development identity",
    kind: "development",
    body: html`<div class="intro">
        <h1>Who are you today?</h1>
        <p>These people are made up, and this page is on your own machine only.</p>
      </div>
      ${people.map(entry)}
      <p><a href="${linkOf("")}">Cancel the sign-in</a></p>`,
  });
}

/** The page with the mails that weren't sent, newest first. */
export function inboxPage(host: string, mails: readonly DevMail[]): Promise<Page> {
  const entry = ({ to, subject, text, link, code }: DevMail): Html =>
    html`<section>
      <h2>${subject}</h2>
      <p class="muted small">To ${to}${code !== undefined && `, code ${code}`}</p>
      ${
        link !== undefined &&
        html`<p>
          <a class="button primary" href="${link}"><span>Open the link</span></a>
        </p>`
      }
      <details>
        <summary>The mail as text</summary>
        <pre>${text}</pre>
      </details>
    </section>`;
  return renderPage({
    ...frame,
    siteName: host,
    title: "Development inbox",
    kind: "development",
    css: "pre{white-space:pre-wrap;overflow-wrap:anywhere}section{display:grid;gap:.5rem}",
    body: html`<div class="intro">
        <h1>Inbox</h1>
        <p>Mails that the application would have sent. They stay in this process.</p>
      </div>
      ${mails.length === 0 ? html`<p>There is none yet.</p>` : mails.map(entry)}`,
  });
}
