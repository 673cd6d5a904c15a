// Written by scripts/generate/webauthn-script.mjs from page.ts. Do not edit.
// oxfmt-ignore
export const scriptHash = "1fcd6d2cdd5929c9";
