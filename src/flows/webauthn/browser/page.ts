import { isSupported } from "./ceremony.js";
import { PasskeyForm, rememberPasskey } from "./passkey-form.js";

/** Brings the passkey forms of the built-in pages to life. Without WebAuthn they stay hidden. */
function start(): void {
  if (!isSupported()) return;
  for (const group of document.querySelectorAll<HTMLElement>('.group[data-kind="webauthn"]')) {
    group.hidden = false;
  }
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-webauthn]")) {
    new PasskeyForm(form).start();
  }
  // The next page asks whether the passkey of this row is gone.
  addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    const id = target.closest<HTMLElement>("[data-passkey]")?.dataset["passkey"];
    if (id !== undefined) rememberPasskey(id);
  });
}

start();
