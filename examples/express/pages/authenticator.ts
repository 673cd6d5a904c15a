import type { Key } from "../authenticator/keys.js";
import { currentCode } from "../authenticator/totp.js";
import { html, type Html } from "../html.js";
import type { Page } from "./layout.js";

/** The codes of the keys that this browser keeps, and a place to add one. */
export function authenticatorPage(keys: readonly Key[], error?: "wrong"): Page {
  return {
    title: "Authenticator",
    body: html`<div class="hero">
        <h1>Authenticator</h1>
        <p class="lead">
          For this demo only, when you have no authenticator app at hand. A real one is on your
          phone: a second factor on the same device isn’t one.
        </p>
      </div>
      <section class="card" aria-labelledby="codes-title">
        <h2 id="codes-title">Codes</h2>
        ${keys.length === 0 ? noKeys : codesHtml(keys)}
      </section>
      <section class="card" aria-labelledby="add">
        <h2 id="add">Add a key</h2>
        ${addHtml(error)}
        <p class="how">
          <code>authenticator/</code> computes the codes; this browser keeps the keys.
        </p>
      </section>
      <script type="module" src="/authenticator/live.js"></script>`,
  };
}

const noKeys = html`<p>
  There is no key yet. <a href="/auth/second-step/set-up">Set up two-factor authentication</a> shows
  you one below its QR code. Copy it and paste it here.
</p>`;

function codesHtml(keys: readonly Key[]): Html {
  return html`<ul class="mails" id="codes" aria-label="Codes of now">
      ${keys.map(codeLine)}
    </ul>
    <form method="post" action="/authenticator/forget">
      <button class="button small" type="submit">Forget all keys</button>
    </form>`;
}

function codeLine({ of, key }: Key): Html {
  const { code, secondsLeft } = currentCode(key);
  return html`<li>
    <strong>${of}</strong>
    <p class="muted">Key ${key.slice(0, 4)}…, next code in ${secondsLeft} s</p>
    <p class="code"><code class="digits">${code}</code></p>
  </li>`;
}

function addHtml(error: "wrong" | undefined): Html {
  return html`<form class="stack" method="post" action="/authenticator">
    ${error && wrongKey}
    <label for="key">Key from the page with the QR code</label>
    <input
      class="field"
      id="key"
      name="key"
      required
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      ${error && html`aria-invalid="true" aria-describedby="key-error"`}
    />
    <p><button class="button" type="submit">Add the key</button></p>
  </form>`;
}

const wrongKey = html`<div class="alert" role="alert" id="key-error">
  <svg viewBox="0 0 20 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75">
    <circle cx="10" cy="12" r="8" />
    <path d="M10 7.5v5.5m0 2.5v.5" stroke-linecap="round" />
  </svg>
  <p>
    <strong>That is no key.</strong> It has at least 16 letters and digits, as the page with the QR
    code shows it.
  </p>
</div>`;
