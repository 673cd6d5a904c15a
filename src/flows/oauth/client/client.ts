import { because } from "../../../core/errors/reason.js";
import {
  ClientSecretPost,
  None,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
} from "oauth4webapi";
import type { OAuthClientOptions } from "../../../types/providers.js";
import { tlsMethods, usesCertificate, type OAuthProvider } from "../provider/config.js";
import { environmentName } from "../provider/environment-name.js";
import { secretOf } from "./secret.js";

/** The app as the provider knows it, and related settings. */
export function clientOf(provider: OAuthProvider, known: OAuthClientOptions = {}): Client {
  const given = Object.entries({ ...provider.client, ...known }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    // A client with a certificate uses the mTLS endpoints (RFC 8705, section 5).
    ...(usesCertificate(provider) && { use_mtls_endpoint_aliases: true }),
    ...Object.fromEntries(given),
    client_id: clientIdOf(provider),
  };
}

/** Throws if there's none. Checked late, because it may come from the environment. */
export function clientIdOf({ id, clientId }: OAuthProvider): string {
  if (clientId) return clientId;
  throw because(
    "no-client-id",
    new Error(
      `The provider "${id}" has no \`clientId\`. Set it, or AUTH_${environmentName(id)}_ID.`,
    ),
  );
}

type Method = (provider: OAuthProvider) => ClientAuth;

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["none", () => None()],
  ["client_secret_basic", (provider) => basic(secretOf(provider))],
  ["client_secret_post", (provider) => ClientSecretPost(secretOf(provider))],
  ["client_secret_jwt", byAssertion("bySecret")],
  ["private_key_jwt", byAssertion("byKey")],
  // The certificate is presented by the provider's own fetch (RFC 8705, section 2).
  ...tlsMethods.map((name): [string, Method] => [name, () => None()]),
]);

/** Few clients authenticate with an assertion. */
function byAssertion(name: "byKey" | "bySecret"): Method {
  return (provider) =>
    async (...args) =>
      (await import("./assertion.js"))[name](provider)(...args);
}

/** How the app authenticates with the provider (RFC 6749, section 2.3). */
export function clientAuthentication(
  provider: OAuthProvider,
  server: AuthorizationServer,
): ClientAuth {
  const name = clientMethod(provider, server);
  const method = methods.get(name);
  if (method) return method(provider);
  throw new Error(
    `The provider "${provider.id}" has the unknown client authentication method "${name}". Use one of ${[...methods.keys()].join(", ")}.`,
  );
}

/** The authentication method: the configured one, or one that the provider supports. */
export function clientMethod(provider: OAuthProvider, server: AuthorizationServer): string {
  const { client, token, clientSecret } = provider;
  if (client.token_endpoint_auth_method) return client.token_endpoint_auth_method;
  if (token.clientPrivateKey) return "private_key_jwt";
  if (!clientSecret) return "none";
  const supported = server.token_endpoint_auth_methods_supported ?? [];
  const [only, ...others] = supported;
  const isOnly = only !== undefined && others.length === 0;
  return bySecret.find((name) => supported.includes(name)) ?? (isOnly ? only : bySecret[0]);
}

/** The methods that need only a secret, the most widely supported first. */
const bySecret = ["client_secret_basic", "client_secret_post", "client_secret_jwt"] as const;

/**
 * HTTP Basic. Unreserved characters such as "-" aren't encoded: the standard allows it (RFC 6749, section
 * 2.3.1), but many servers don't decode them.
 */
function basic(secret: string): ClientAuth {
  return (...[, client, , headers]: Parameters<ClientAuth>) => {
    const credentials = [client.client_id, secret].map(formEncode).join(":");
    headers.set("authorization", `Basic ${btoa(credentials)}`);
  };
}

function formEncode(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+");
}
