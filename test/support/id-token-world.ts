import { idTokens } from "latchkey/oauth";
import type { OIDCConfig } from "latchkey/providers";
import type { Plugin } from "latchkey/plugin";
import { bearerWorld, app, tokensIn, type Tokens } from "./bearer-world.js";
import { textMember, type Browser } from "./client.js";
import type { Strategy, TestConfig } from "./config.js";
import { oidc } from "./oauth/journey.js";
import type { IdTokenChanges, RogueProvider } from "./oauth/rogue.js";

/** The apps of the site at the provider, beside the site itself. */
export const phone = "client-phone";

export interface Begun {
  readonly nonce: string;
  readonly state: string;
}

export interface Options {
  readonly provider?: Partial<OIDCConfig>;
  readonly with?: readonly Plugin[];
  readonly config?: Partial<TestConfig>;
}

/** A site with an app, both of which take ID tokens of a provider. */
export function idTokenWorld(rogue: RogueProvider, strategy: Strategy, options: Options = {}) {
  const provider = oidc(rogue, { idTokens: idTokens({ clients: [phone] }), ...options.provider });
  const { with: others = [], config } = options;
  const made = bearerWorld(strategy, {
    with: others,
    config: { providers: [provider], ...config },
  });
  const send = made.send;
  /** What a program asks for first. */
  const nonceFor = async (fields: Record<string, string> = {}) => {
    const answer = await send("bearer/nonce", { client_id: app.id, provider: "rogue", ...fields });
    const told: unknown = await answer.json();
    return { nonce: textMember(told, "nonce"), request: textMember(told, "request") };
  };
  const exchange = (request: string, idToken: string, fields: Record<string, string> = {}) =>
    send("bearer/token", {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      ...{ client_id: app.id, request, subject_token: idToken },
      ...fields,
    });
  /** A whole sign-in of a program, with what is wrong about the token. */
  const withToken = async (changes: IdTokenChanges = {}): Promise<Response> => {
    const { nonce, request } = await nonceFor();
    return exchange(request, await rogue.signIdToken(nonce, changes));
  };
  return {
    ...made,
    ...{ nonceFor, exchange, withToken },
    signedInApp: async (changes: IdTokenChanges = {}): Promise<Tokens> =>
      tokensIn(await withToken(changes)),
  };
}

/** A page asks for a nonce. */
export async function begun(browser: Browser, query = ""): Promise<Begun> {
  const answer = await browser.submit(`signin/rogue${query}`, { response_type: "id_token" });
  const told: unknown = await answer.json();
  return { nonce: textMember(told, "nonce"), state: textMember(told, "state") };
}

/** A page posts an ID token. */
export function posted(browser: Browser, state: string, idToken: string): Promise<Response> {
  return browser.submit("callback/rogue", { id_token: idToken, state });
}

/** The `error` of an answer to a program. */
export async function errorIn(answer: Response): Promise<string> {
  return textMember(await answer.json(), "error");
}
