import { isSupported } from "./ceremony.js";
import { PasskeyForm } from "./passkey-form.js";

/** Brings the passkey forms of the built-in sign-in page to life. Without WebAuthn they stay hidden. */
function start(): void {
  if (!isSupported()) return;
  for (const group of document.querySelectorAll<HTMLElement>('.group[data-kind="webauthn"]')) {
    group.hidden = false;
  }
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-webauthn]")) {
    new PasskeyForm(form).start();
  }
}

start();
