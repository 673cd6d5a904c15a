// Written by scripts/generate/webauthn-script.mjs from page.ts. Do not edit.
// oxfmt-ignore
export const scriptHash = "330cd3188a52cc1d";
