import type { OIDCConfig } from "latchkey/providers";
import type { Account } from "latchkey/types";
import { expect, onTestFinished } from "vitest";
import { location, type Browser } from "../client.js";
import { world, type Strategy, type World } from "../config.js";
import { begin } from "./journey.js";
import { startOpenId, type Arrival, type OpenIdOptions, type OpenIdServer } from "./openid.js";

export const clientSecret = "a secret that both of them know: 5f1a";

/** A certified OpenID provider until the test is over. */
export async function openId(options: OpenIdOptions = {}): Promise<OpenIdServer> {
  const server = await startOpenId(options);
  onTestFinished(() => server.stop());
  return server;
}

export interface OpenIdApp extends World {
  readonly accounts: (Account | null | undefined)[];
}

/** An application whose people sign in there. */
export function openIdApp(
  server: OpenIdServer,
  options: Partial<OIDCConfig> = {},
  strategy: Strategy = "jwt",
): OpenIdApp {
  const accounts: (Account | null | undefined)[] = [];
  const provider: OIDCConfig = {
    id: "op",
    name: "OpenID",
    type: "oidc",
    issuer: server.issuer,
    clientId: "client-1",
    clientSecret,
    ...options,
  };
  const shop = world(strategy, {
    providers: [provider],
    events: {
      signIn: ({ account }) => {
        accounts.push(account);
      },
    },
  });
  return { ...shop, accounts };
}

/** One way there and back. */
export interface Visit {
  readonly tab: Browser;
  readonly request: URL;
  readonly arrival: Arrival;
  readonly response: Response;
}

/** Goes there and comes back, whatever comes of it. `query` is added to the address of the sign-in. */
export async function visitOpenId(
  server: OpenIdServer,
  shop: World,
  { query = "", tab = shop.browser() }: { query?: string; tab?: Browser } = {},
): Promise<Visit> {
  const request = await begin(tab, `signin/op${query}`);
  const arrival = await server.visit(request);
  return { tab, request, arrival, response: await comeBack(server, tab, arrival) };
}

/** The browser arrives with the answer of the provider. */
export function comeBack(
  server: OpenIdServer,
  tab: Browser,
  { url, form }: Arrival,
): Promise<Response> {
  const route = `callback/op${url.search}`;
  return form
    ? tab.post(route, form, { from: server.issuer })
    : tab.get(route, { from: server.issuer });
}

/** A whole sign-in, there and back; fails when it didn't work. */
export async function signInAtOpenId(
  server: OpenIdServer,
  shop: World,
  options: { query?: string } = {},
): Promise<Visit> {
  const visit = await visitOpenId(server, shop, options);
  expect(shop.log.errors("CallbackRouteError").map((error) => error.cause)).toEqual([]);
  expect(shop.log.codes("error")).toEqual([]);
  expect(location(visit.response)).toBe("https://app.test");
  expect(await visit.tab.session()).toMatchObject({
    user: { name: "Pat Example", email: "pat@example.org" },
  });
  return visit;
}
