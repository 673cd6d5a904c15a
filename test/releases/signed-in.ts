import { scheme, tokensIn, approved, verifier, type Tokens } from "../support/bearer-world.js";
import type { Answerer, Browser } from "../support/client.js";

/** Somebody, or a program of theirs, who has signed in. */
export interface SignedIn {
  /** Whose session it is, by address; null for nobody's. At this process, or wherever requests go. */
  who(at?: Answerer): Promise<string | null>;
  /** Ends it on the site, and keeps what it was proven with. */
  end(): Promise<Response>;
}

/** Who is signed in by the cookies, or by this token. */
export async function who(browser: Browser, token?: string): Promise<string | null> {
  const email = await inSession(browser, "email", token);
  return typeof email === "string" ? email : null;
}

export async function idIn(browser: Browser): Promise<string> {
  return String(await inSession(browser, "id"));
}

async function inSession(browser: Browser, name: string, token?: string): Promise<unknown> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await browser.get("session", { headers });
  if (response.status !== 200) throw new Error(`The session answers ${response.status}.`);
  return memberOf(memberOf(await response.json(), "user"), name);
}

/** A member of JSON. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

export const inBrowser = (browser: Browser): SignedIn => ({
  who: (at) => who(at ? browser.copy(at) : browser),
  end: () => browser.copy().signOut(),
});

/** Signs an app in that the person of this browser approves. */
export async function signInApp(browser: Browser): Promise<Tokens> {
  const code = (await approved(browser)).searchParams.get("code") ?? "";
  const grant = { grant_type: "authorization_code", code, code_verifier: verifier };
  return tokensIn(
    await browser.post("bearer/token", { ...grant, client_id: "app", redirect_uri: scheme }),
  );
}

/** An app, which replaces its tokens whenever it asks whose they are. */
export function inApp(browser: Browser, first: Tokens): SignedIn {
  let tokens = first;
  return {
    async who(at) {
      const sender = at ? browser.copy(at) : browser;
      const before = await who(sender, tokens.access);
      const grant = { grant_type: "refresh_token", refresh_token: tokens.refresh };
      const answer = await sender.post("bearer/token", { ...grant, client_id: "app" });
      if (answer.ok) tokens = await tokensIn(answer);
      const after = answer.ok ? await who(sender, tokens.access) : null;
      if (after !== before) throw new Error(`Access says ${before}, and refreshing ${after}.`);
      return after;
    },
    end: () => browser.post("bearer/revoke", { token: tokens.refresh, client_id: "app" }),
  };
}
