import { bearer, type BearerOptions } from "latchkey/plugins/bearer";
import type { Plugin } from "latchkey/plugin";
import { location, textMember, type Browser } from "./client.js";
import { adasForm, world, type Strategy, type TestConfig } from "./config.js";

export const scheme = "com.example.app:/signed-in";
const loopback = "http://127.0.0.1/signed-in";
export const app = { id: "app", name: "Acme for phones", redirectUris: [scheme, loopback] };

/** Tokens as an app keeps them. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

export const verifier = "a-verifier-of-forty-three-characters-or-more-0123";

export async function challengeOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(hash).toString("base64url");
}

/** What the app opens in the browser. */
export async function authorizeQuery(more: Record<string, string> = {}): Promise<string> {
  const query = {
    response_type: "code",
    client_id: app.id,
    redirect_uri: scheme,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: "S256",
    state: "a state",
    ...more,
  };
  return `bearer/authorize?${new URLSearchParams(query).toString()}`;
}

/** The field of the page that asks. */
export async function requestIn(page: Response): Promise<string> {
  const [, request = ""] = /name="request" value="([^"]+)"/.exec(await page.text()) ?? [];
  return request;
}

/** Asks in a browser, and answers. Where it leads. */
export async function approved(
  browser: Browser,
  { answer = "yes", query = {} }: { answer?: string; query?: Record<string, string> } = {},
): Promise<URL> {
  const request = await requestIn(await browser.get(await authorizeQuery(query)));
  return new URL(location(await browser.submit("bearer/approve", { request, answer })));
}

interface Options extends Partial<BearerOptions> {
  readonly with?: readonly Plugin[];
  readonly config?: Partial<TestConfig>;
}

/** An application with an app that people sign in to. */
export function bearerWorld(strategy: Strategy, options: Options = {}) {
  const { with: others = [], config: more, ...own } = options;
  const first = world(strategy, { session: { strategy } });
  const plugins = [bearer({ clients: [app], ...own }), ...others];
  const made = world(strategy, {
    ...{ session: { strategy }, adapter: first.adapter, plugins },
    ...more,
  });
  /** The app itself: it has no cookies. */
  const send = (route: string, fields: Record<string, string>) =>
    made.browser().post(route, fields);
  const redeem = (code: string, fields: Record<string, string> = {}) =>
    send("bearer/token", {
      ...{ grant_type: "authorization_code", code, code_verifier: verifier },
      ...{ client_id: app.id, redirect_uri: scheme },
      ...fields,
    });
  const refresh = (token: string, fields: Record<string, string> = {}) =>
    send("bearer/token", {
      ...{ grant_type: "refresh_token", refresh_token: token, client_id: app.id },
      ...fields,
    });
  const signedIn = async () => {
    const browser = made.browser();
    await browser.signIn(adasForm);
    return browser;
  };
  const code = async () => (await approved(await signedIn())).searchParams.get("code") ?? "";
  return {
    ...made,
    ...{ adapter: first.adapter, store: first.store, send, redeem, refresh, signedIn, code },
    /** Signs the app in. */
    tokens: async () => tokensIn(await redeem(await code())),
    session: async (access: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${access}` };
      return (await made.browser().get("session", { headers })).json();
    },
  };
}

export async function tokensIn(answer: Response): Promise<Tokens> {
  const told: unknown = await answer.json();
  return { access: textMember(told, "access_token"), refresh: textMember(told, "refresh_token") };
}
