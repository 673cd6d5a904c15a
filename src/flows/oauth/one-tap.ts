import type { Outcome } from "../../core/http/outcome.js";

/** The sign-in page's script for One Tap. */
export function oneTapAsset(base: string, provider: string): Outcome {
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  };
  return { kind: "asset", status: 200, body: scriptFor(base, provider), headers };
}

/**
 * Requests a nonce, shows the provider's prompt, and posts the ID token as a form, so the response
 * is a page like any other. If anything fails, the button is still there.
 */
const scriptFor = (base: string, provider: string): string => `
const form = document.querySelector(${JSON.stringify(`form[action$="/signin/${encodeURIComponent(provider)}"]`)});
const body = new URLSearchParams(new FormData(form));
body.set("response_type", "id_token");
const asked = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
const { nonce, state, clientId } = await asked.json();
const provider = document.createElement("script");
provider.src = ${JSON.stringify(`${base}client`)};
provider.onload = () => {
  google.accounts.id.initialize({
    client_id: clientId,
    nonce,
    context: "signin",
    use_fedcm_for_prompt: true,
    callback({ credential }) {
      for (const [name, value] of [["id_token", credential], ["state", state]]) {
        const field = document.createElement("input");
        field.type = "hidden";
        field.name = name;
        field.value = value;
        form.append(field);
      }
      form.action = form.action.replace(/[^/]+\\/([^/]+)$/, "callback/$1");
      form.submit();
    },
  });
  google.accounts.id.prompt();
};
document.head.append(provider);
`;
