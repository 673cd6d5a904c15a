import { html, type Html } from "../html.js";
import { codeIn, type Mail } from "../mail-server.js";
import type { Page } from "./layout.js";

/** All mails, the newest first. */
export function inboxPage(mails: readonly Mail[]): Page {
  return {
    title: "Inbox",
    body: html`<div class="hero">
        <h1>Inbox</h1>
        <p class="lead">
          Every mail of this demo arrives here, whatever its address. None leaves this machine.
        </p>
      </div>
      <section class="card" aria-labelledby="mails">
        <h2 id="mails">Mails</h2>
        ${mails.length === 0 ? noMails : mailList(mails)}
        <p class="how">
          <code>mail-server.ts</code> takes the mail; <code>inbox.ts</code> shows it.
        </p>
      </section>`,
  };
}

const noMails = html`<p>
    There are none yet. Ask for one on the sign-in page, with any address you like, then come back.
  </p>
  <p><a class="button" href="/auth/signin?callbackUrl=/">Open the sign-in page</a></p>`;

function mailList(mails: readonly Mail[]): Html {
  return html`<ul class="mails">
    ${mails.map(mailLine)}
  </ul>`;
}

function mailLine(mail: Mail): Html {
  const code = codeIn(mail);
  return html`<li>
    <a href="/inbox/${mail.id}">${mail.subject}</a>
    <p class="muted">To ${mail.to}, ${timeOf(mail)}</p>
    ${code !== undefined && html`<p class="code"><span class="muted">Code</span> <code>${code}</code></p>`}
  </li>`;
}

/** One mail: as it was meant to look, and as plain text. */
export function mailPage(mail: Mail): Page {
  const code = codeIn(mail);
  return {
    title: mail.subject,
    body: html`<div class="hero">
        <p><a href="/inbox">All mails</a></p>
        <h1>${mail.subject}</h1>
        <dl>
          <dt>From</dt>
          <dd>${mail.from}</dd>
          <dt>To</dt>
          <dd>${mail.to}</dd>
          <dt>Received</dt>
          <dd>${timeOf(mail)}</dd>
          ${
            code !== undefined &&
            html`<dt>Code</dt>
              <dd><code class="digits">${code}</code></dd>`
          }
        </dl>
      </div>
      <section class="card" aria-labelledby="mail">
        <h2 id="mail">The mail</h2>
        <iframe
          class="mail ${code !== undefined && "long"}"
          src="/inbox/${mail.id}/html"
          title="The mail as it was meant to look"
          sandbox="allow-top-navigation-by-user-activation"
        ></iframe>
        <details>
          <summary>As plain text</summary>
          <pre tabindex="0" aria-label="The mail as plain text"><code>${mail.text}</code></pre>
        </details>
        <p class="how"><code>inbox.ts</code> keeps the mail in a frame that can do nothing else.</p>
      </section>`,
  };
}

/** The demo and whoever looks at it share a clock. */
function timeOf({ received }: Mail): Html {
  const text = received.toLocaleTimeString("en-GB");
  return html`<time datetime="${received.toISOString()}">${text}</time>`;
}
