import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Configuration, KoaContextWithOIDC, Provider } from "oidc-provider";
import { client } from "./client.js";
import { withOidcProvider } from "./load.js";
import { logoutFeatures, showForgotten } from "./logout.js";
import { troublePage } from "./pages.js";
import { identityPeople } from "./people.js";
import { callSite, watchSite, type Site } from "./site.js";

const signingKey = promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
const minute = 60;
const day = 24 * 60 * minute;

/** The OpenID provider itself: a certified one, with the sample people as its accounts. */
export async function createProvider(issuer: string): Promise<Provider> {
  const site: Site = {};
  const configuration = await configure(site);
  const provider = await withOidcProvider((library) => {
    const policy = library.interactionPolicy.base();
    // Apps on a phone are asked about each time. This one is a site: whoever is signed in here goes through.
    policy.get("consent")?.checks.remove("native_client_prompt");
    const interactions = { ...configuration.interactions, policy };
    return new library.Provider(issuer, { ...configuration, interactions });
  });
  watchSite(provider, site);
  return provider;
}

async function configure(site: Site): Promise<Configuration> {
  const { privateKey } = await signingKey;
  return {
    clients: [{ ...client, grant_types: [...client.grant_types] }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    // The ID token says it all: no second call for the name.
    conformIdTokenClaims: false,
    // Short, so that one can see how another is fetched.
    ttl: {
      AccessToken: 30,
      AuthorizationCode: minute,
      Grant: day,
      IdToken: 10 * minute,
      Interaction: 30 * minute,
      RefreshToken: day,
      Session: day,
    },
    // Each refresh token works once. One that comes again was stolen, or its site is careless: all end.
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false }, ...logoutFeatures },
    fetch: callSite(site),
    clientBasedCORS: () => false,
    findAccount: (_, id) => accountOf(id),
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    loadExistingGrant: consent,
    renderError(ctx) {
      if (ctx.path.startsWith("/session/end")) {
        showForgotten(ctx);
        return;
      }
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
