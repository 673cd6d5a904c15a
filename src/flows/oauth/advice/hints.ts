import type { Run } from "../provider/run.js";

/** If the provider doesn't know the redirect URI, it shows an error page of its own, and the user never comes back. */
export function hintAtRedirectUri({ provider, context }: Run, redirectUri: string): void {
  context.hint?.(
    "redirect-uri",
    () =>
      `A browser came back from a provider without a response, and started again with ${JSON.stringify(provider.id)}. If the provider showed an error about the redirect URI, register exactly this one: ${redirectUri}`,
  );
}

/** Logs why the user won't be found by an address. */
export function hintAtEmail({ provider, context }: Run): void {
  context.hint?.(
    "email-missing",
    () =>
      `The provider "${provider.id}" returned no email address, so the user has none and isn't found by it. Request it with \`authorization: { params: { scope } }\`, check the app's permissions at the provider, or return \`email\` from \`profile()\`.`,
  );
}
