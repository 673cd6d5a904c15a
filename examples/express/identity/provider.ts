import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Configuration, KoaContextWithOIDC, Provider } from "oidc-provider";
import { client } from "./client.js";
import { withOidcProvider } from "./load.js";
import { troublePage } from "./pages.js";
import { identityPeople } from "./people.js";

const signingKey = promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
const minute = 60;

/** The OpenID provider itself: a certified one, with the sample people as its accounts. */
export async function createProvider(issuer: string): Promise<Provider> {
  const configuration = await configure();
  return withOidcProvider((library) => new library.Provider(issuer, configuration));
}

async function configure(): Promise<Configuration> {
  const { privateKey } = await signingKey;
  return {
    clients: [{ ...client, redirect_uris: [...client.redirect_uris] }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    // The ID token says it all: no second call for the name.
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: 10 * minute,
      AuthorizationCode: minute,
      Grant: 10 * minute,
      IdToken: 10 * minute,
      Interaction: 30 * minute,
      Session: 30 * minute,
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    clientBasedCORS: () => false,
    findAccount: (_, id) => accountOf(id),
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    loadExistingGrant: consent,
    renderError(ctx) {
      ctx.type = "html";
      ctx.body = troublePage();
    },
  };
}

function accountOf(id: string) {
  const person = identityPeople.find((one) => one.id === id);
  if (!person) return undefined;
  const { name, email } = person;
  return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: true }) };
}

/** The login page says what the site will learn, so there is no second question. */
async function consent({ oidc }: KoaContextWithOIDC) {
  const { accountId } = oidc.session ?? {};
  if (!oidc.client || accountId === undefined) return undefined;
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
  grant.addOIDCScope([...oidc.requestParamScopes].join(" "));
  await grant.save();
  return grant;
}
