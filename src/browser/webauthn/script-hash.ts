// Written by scripts/webauthn-script.mjs from page.ts. Do not edit.
// prettier-ignore
export const scriptHash = "0c9b82607fa29be5";
