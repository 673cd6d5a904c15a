// A certified OpenID provider on this machine, at which "grace" is always signed in.
import { createServer } from "node:http";
import { once } from "node:events";
import Provider from "oidc-provider";

const account = {
  accountId: "grace",
  claims: () => ({
    sub: "grace",
    name: "Grace Hopper",
    email: "grace@example.com",
    email_verified: true,
  }),
};
const client = { client_id: "example", client_secret: "a secret that both of them know: 5f1a" };

export async function startOpenIdProvider() {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const issuer = `http://localhost:${server.address().port}`;
  const env = {
    AUTH_LOCAL_ISSUER: issuer,
    AUTH_LOCAL_ID: client.client_id,
    AUTH_LOCAL_SECRET: client.client_secret,
  };
  /** Lets the site at `origin` sign people in here. */
  const allow = (origin) => {
    const provider = createProvider(issuer, `${origin}/api/auth/callback/local`);
    const callback = provider.callback();
    server.on("request", (request, response) => {
      if (!request.url.startsWith("/interaction/")) return void callback(request, response);
      const result = { login: { accountId: account.accountId }, consent: {} };
      return void provider.interactionFinished(request, response, result);
    });
  };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { env, allow, stop };
}

function createProvider(issuer, redirectUri) {
  return new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    cookies: { keys: ["a key for cookies"] },
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    findAccount: () => account,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope(String(oidc.params.scope));
      await grant.save();
      return grant;
    },
  });
}
