import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type ClientMetadata, type Configuration } from "oidc-provider";
import { addressOf } from "./loopback.js";

/** A certified OpenID provider on this machine, at which "pat" is always signed in. */
export interface OpenIdServer {
  readonly issuer: string;
  /** Paths that were asked for, in order. */
  readonly paths: string[];
  /** Sends a person there and back. Where the provider sends them in the end, and with what form. */
  visit(request: URL): Promise<Arrival>;
  readonly provider: Provider;
  stop(): Promise<void>;
}

export interface Arrival {
  readonly url: URL;
  /** The fields of a form post; absent when the answer is in the query. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface OpenIdOptions {
  /** To listen where an earlier one did. */
  readonly port?: number;
  readonly client?: Partial<ClientMetadata>;
  readonly configuration?: Configuration;
  /** What the provider notes of how "pat" proved who they are. */
  readonly login?: { readonly acr?: string };
  /** Sees each request first; true when it has dealt with it. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export async function serverKey(kid: string, alg = "RS256"): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg, use: "sig" };
}

const firstKey = serverKey("server-1");

const account = {
  accountId: "pat",
  claims: () => ({
    sub: "pat",
    name: "Pat Example",
    email: "pat@example.org",
    email_verified: true,
    picture: "https://img.test/pat.png",
  }),
};

export async function startOpenId(options: OpenIdOptions = {}): Promise<OpenIdServer> {
  const { port = 0, client, configuration, login, intercept } = options;
  const server = createServer();
  // A connection that is closed for being idle may be closed in the middle of a request.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = addressOf(server);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "client-1",
        client_secret: "a secret that both of them know: 5f1a",
        redirect_uris: ["https://app.test/auth/callback/op"],
        ...client,
      },
    ],
    jwks: { keys: [await firstKey] },
    cookies: { keys: ["a key for cookies"] },
    claims: {
      openid: ["sub"],
      profile: ["name", "picture"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    findAccount: () => account,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant(ctx) {
      const { client: asking, session, params } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: asking?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      const scope: unknown = params?.["scope"];
      grant.addOIDCScope(typeof scope === "string" ? scope : "openid");
      await grant.save();
      return grant;
    },
    ...configuration,
    features: { devInteractions: { enabled: false }, ...configuration?.features },
  });
  const paths: string[] = [];
  const callback = provider.callback();
  server.on("request", (request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    paths.push(pathname);
    if (intercept?.(request, response)) return;
    if (!pathname.startsWith("/interaction/")) {
      void callback(request, response);
      return;
    }
    const result = { login: { accountId: "pat", ...login } };
    void provider.interactionFinished(request, response, result);
  });
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return { issuer, paths, provider, stop, visit: (request: URL) => visit(request, issuer) };
}

/** Follows the redirects inside the provider's site, with its cookies. */
async function visit(request: URL, issuer: string): Promise<Arrival> {
  const cookies = new Map<string, string>();
  let url = request;
  for (let hops = 0; hops < 10 && url.origin === issuer; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const target = response.headers.get("location");
    if (target === null) return readForm(await response.text());
    url = new URL(target, url);
  }
  return { url };
}

/** The page that posts itself. */
function readForm(page: string): Arrival {
  const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`The provider shows a page:\n${page.slice(0, 2000)}`);
  const inputs = page.matchAll(/<input[^>]+name="([^"]+)"[^>]+value="([^"]*)"/g);
  const form = Object.fromEntries(
    [...inputs].map(([, name = "", value = ""]): [string, string] => [name, decode(value)]),
  );
  return { url: new URL(decode(action)), form };
}

function decode(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&#x2F;", "/").replaceAll("&quot;", '"');
}
