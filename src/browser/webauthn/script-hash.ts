// Written by scripts/webauthn-script.mjs from page.ts. Do not edit.
// prettier-ignore
export const scriptHash = "e1d47d288e2f9117";
