import type { WebAuthnForm } from "../types/forms.js";
import { html, type Html } from "./html.js";
import { warningIcon } from "./icons.js";
import { safeLink } from "./links.js";
import type { Messages } from "./messages.js";

/** Shown by the script with one of the form's error messages. */
const problem = html`<div class="error" role="alert" data-problem hidden>
  ${warningIcon}
  <p></p>
</div>`;

/** The passkey form, which the page's script runs. */
export function passkeyForm(form: WebAuthnForm, { signIn }: Messages, inside: Html): Html {
  return html`<form
    class="provider"
    method="post"
    action="${safeLink(form.action)}"
    id="${form.id}-form"
    data-webauthn="${form.id}"
    data-options-url="${safeLink(form.optionsUrl)}"
    data-conditional="${String(form.conditional)}"
    data-changed="${String(form.changed ?? false)}"
    data-cancelled="${signIn.passkeyCancelled}"
    data-exists="${signIn.passkeyExists}"
    data-failed="${signIn.passkeyFailed}"
  >
    ${problem} ${inside}
  </form>`;
}
