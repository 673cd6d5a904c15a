import { customFetch } from "latchkey";
import type { OAuth2Config, OIDCConfig } from "latchkey/providers";
import { location, type Browser, type FormFields } from "../client.js";
import type { RogueProvider } from "./rogue.js";

/**
 * What is known of a provider belongs to its server, or to the `fetch` that asked it. A provider of a
 * test has one of its own, so that it knows nothing of the one before, which may have said otherwise.
 */
const ownFetch = ({ options }: { readonly options?: object | undefined }) =>
  options ? {} : { [customFetch]: (...args: Parameters<typeof fetch>) => fetch(...args) };

/** An OpenID Connect provider option for the local provider. */
export function oidc(rogue: RogueProvider, options: Partial<OIDCConfig> = {}): OIDCConfig {
  return {
    id: "rogue",
    name: "Rogue",
    type: "oidc",
    issuer: rogue.issuer,
    clientId: "client-1",
    clientSecret: "secret-1",
    ...ownFetch(options),
    ...options,
  };
}

/** The same as plain OAuth 2.0. */
export function oauth(rogue: RogueProvider, options: Partial<OAuth2Config> = {}): OAuth2Config {
  return {
    id: "rogue",
    name: "Rogue",
    type: "oauth",
    clientId: "client-1",
    clientSecret: "secret-1",
    authorization: `${rogue.issuer}/authorize?scope=basic`,
    token: `${rogue.issuer}/token`,
    userinfo: `${rogue.issuer}/userinfo`,
    ...ownFetch(options),
    ...options,
  };
}

/** Presses the button of a provider. The address the browser is sent to. */
export async function begin(
  browser: Browser,
  route = "signin/rogue",
  fields: FormFields = {},
): Promise<URL> {
  return new URL(location(await browser.submit(route, fields)));
}

/** The route by which the provider sends the person back, with a code. */
export function backWithCode(
  rogue: RogueProvider,
  request: URL,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const params = new URLSearchParams({ code: rogue.issueCode(request) });
  const state = request.searchParams.get("state");
  if (state !== null) params.set("state", state);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return `callback/rogue?${params.toString()}`;
}

/** A whole sign-in. The last response. */
export async function signIn(
  browser: Browser,
  rogue: RogueProvider,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<Response> {
  const request = await begin(browser);
  return browser.get(backWithCode(rogue, request, changes), { from: rogue.issuer });
}
