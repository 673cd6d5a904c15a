import type { Device } from "../devices.js";
import { html, type Html } from "../html.js";
import type { Section } from "./section.js";

/** Where whoever looks at the page is signed in, and how to end it. */
export const devices: Section = {
  id: "devices",
  title: "Your devices",
  file: "devices.ts",
  how: html`lists and ends them with <code>latchkey/manage</code>; <code>auth.ts</code> turns it on.`,
  wide: () => true,
  body: ({ devices: own }) => signedIn(own),
};

function signedIn(own: readonly Device[]): Html {
  const others = own.filter(({ current }) => !current);
  return html`<ul class="people" aria-label="Your devices">
      ${own.map(deviceHtml)}
    </ul>
    ${
      others.length === 0
        ? html`<p class="muted">
            Sign in with another browser, and it shows up here: you can end it from this one.
          </p>`
        : html`<form method="post" action="/devices/end-others">
            <button class="button" type="submit">Sign out everywhere else</button>
          </form>`
    }`;
}

function deviceHtml({ id, name, ip, signedInAt, lastSeenAt, current }: Device): Html {
  return html`<li>
    <h3>${name}</h3>
    <dl>
      <dt>Signed in</dt>
      <dd>${timeHtml(signedInAt)}</dd>
      <dt>Last seen</dt>
      <dd>${timeHtml(lastSeenAt)}</dd>
      <dt>From</dt>
      <dd>${ip ?? "an unknown address"}</dd>
    </dl>
    ${
      current
        ? html`<p><strong>This device</strong></p>`
        : html`<form method="post" action="/devices/end">
            <input type="hidden" name="id" value="${id}" />
            <button class="button small" type="submit" aria-label="${`Sign out ${name}`}">
              Sign out
            </button>
          </form>`
    }
  </li>`;
}

const words = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

function timeHtml(time: Date): Html {
  return html`<time datetime="${time.toISOString()}">${words.format(time)} UTC</time>`;
}
