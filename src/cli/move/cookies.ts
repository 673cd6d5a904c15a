import type { From } from "./names.js";

const named = /(?:__(?:Secure|Host)-)?(next-auth|authjs)\.([a-z][\w.-]*)/g;
const ours: Readonly<Record<string, string>> = {
  "csrf-token": "latchkey.csrf-token",
  "callback-url": "latchkey.callback-url",
  state: "latchkey.flow",
  nonce: "latchkey.flow",
  "pkce.code_verifier": "latchkey.flow",
  challenge: "latchkey.challenge",
};

/** Advice about cookie names that change. */
export function* cookieNotes(text: string, from: From): Generator<string> {
  for (const [name, library = "", rest = ""] of text.matchAll(named)) {
    if (/^session-token(?:\.\d+)?$/.test(rest)) {
      if (library === "next-auth" && from === "v4") yield sessionNote(name);
    } else if (ours[rest] !== undefined) {
      yield `The cookie ${name} is now called ${ours[rest]} (prefixed with __Host- on https).`;
    }
  }
}

function sessionNote(name: string): string {
  const next = name.replace("next-auth", "authjs");
  return `The session cookie ${name} keeps its name while \`writes\` is on; then it's ${next}. Accept both here.`;
}
