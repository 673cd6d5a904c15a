import {
  ClientSecretJwt,
  ClientSecretPost,
  None,
  PrivateKeyJwt,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
} from "oauth4webapi";
import type { OAuthProvider } from "./config.js";

/** The application as the provider knows it. */
export function clientOf(provider: OAuthProvider): Client {
  const given = Object.entries(provider.client).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(given), client_id: clientIdOf(provider) };
}

function clientIdOf({ id, clientId }: OAuthProvider): string {
  if (clientId) return clientId;
  const name = `AUTH_${id.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase()}_ID`;
  throw new Error(`The provider "${id}" has no \`clientId\`. Set it, or ${name}.`);
}

type Method = (provider: OAuthProvider) => ClientAuth;

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["none", () => None()],
  ["client_secret_basic", (provider) => basic(secretOf(provider))],
  ["client_secret_post", (provider) => ClientSecretPost(secretOf(provider))],
  ["client_secret_jwt", (provider) => ClientSecretJwt(secretOf(provider))],
  ["private_key_jwt", (provider) => PrivateKeyJwt(privateKeyOf(provider))],
]);

/** How the application proves itself at the provider (RFC 6749, section 2.3). */
export function clientAuthentication(
  provider: OAuthProvider,
  server: AuthorizationServer,
): ClientAuth {
  const name = provider.client.token_endpoint_auth_method ?? defaultMethod(provider, server);
  const method = methods.get(name);
  if (method) return method(provider);
  throw new Error(
    `The provider "${provider.id}" has the client authentication method "${name}". Known are ${[...methods.keys()].join(", ")}.`,
  );
}

function defaultMethod(provider: OAuthProvider, server: AuthorizationServer): string {
  if (provider.token.clientPrivateKey) return "private_key_jwt";
  if (!provider.clientSecret) return "none";
  const supported = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const onlyPost =
    !supported.includes("client_secret_basic") && supported.includes("client_secret_post");
  return onlyPost ? "client_secret_post" : "client_secret_basic";
}

/**
 * HTTP Basic. Unreserved characters such as "-" are left as they are: to encode them too would be
 * allowed (RFC 6749, section 2.3.1), and many servers do not decode them.
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

function secretOf({ id, clientSecret }: OAuthProvider): string {
  if (clientSecret) return clientSecret;
  throw new Error(`The provider "${id}" needs a \`clientSecret\`.`);
}

function privateKeyOf({ id, token }: OAuthProvider) {
  if (token.clientPrivateKey) return token.clientPrivateKey;
  throw new Error(`The provider "${id}" needs \`token.clientPrivateKey\` for private_key_jwt.`);
}
