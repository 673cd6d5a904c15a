// Written by scripts/webauthn-script.mjs from page.ts. Do not edit.
// oxfmt-ignore
export const scriptHash = "6c73c44822ffa17e";
