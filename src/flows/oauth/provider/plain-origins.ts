import type { OAuthProvider } from "./config.js";

/** Any port of this machine: a local provider may use different ports. */
const thisMachine = ["http://localhost:*", "http://127.0.0.1:*"];

/** Where plain http may be used: never anywhere else. */
export function plainOrigins(provider: OAuthProvider): readonly string[] {
  const { issuer, wellKnown, authorization, privateOrigins } = provider;
  const configured = [issuer, wellKnown, authorization.url].flatMap((url) =>
    url !== undefined && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  const plain = [...configured, ...privateOrigins].filter((url) => url.startsWith("http:"));
  return plain.length === 0 ? [] : [...new Set([...plain, ...thisMachine])];
}
