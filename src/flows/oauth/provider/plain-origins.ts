import type { OAuthProvider } from "./config.js";

/** Any port of this machine: its provider may say that people sign in at another one. */
const thisMachine = ["http://localhost:*", "http://127.0.0.1:*"];

/** Where plain http may lead a browser: no other address of this kind is ever used. */
export function plainOrigins(provider: OAuthProvider): readonly string[] {
  const { issuer, wellKnown, authorization, privateOrigins } = provider;
  const configured = [issuer, wellKnown, authorization.url].flatMap((url) =>
    url !== undefined && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  const plain = [...configured, ...privateOrigins].filter((url) => url.startsWith("http:"));
  return plain.length === 0 ? [] : [...new Set([...plain, ...thisMachine])];
}
