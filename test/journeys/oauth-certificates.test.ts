import { createHash, X509Certificate } from "node:crypto";
import { customFetch } from "latchkey";
import type { ClientMetadata } from "oidc-provider";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { issueCertificate, selfSigned, type Certificate } from "../support/demo-certificate.js";
import { askingForCertificates, fetchShowing, shownOn } from "../support/oauth/mutual-tls.js";
import { openId, openIdApp, signInAtOpenId, visitOpenId } from "../support/oauth/openid-app.js";

const commonName = "Authority of the tests";
const authority = { ...issueCertificate({ commonName, isAuthority: true }), commonName };
const front = issueCertificate({ commonName: "localhost", by: authority });

const shop = issueCertificate({ commonName: "shop", by: authority });
const stranger = issueCertificate({ commonName: "stranger", by: authority });
// Signed by somebody who calls themselves the authority.
const pretender = { ...issueCertificate({ commonName, isAuthority: true }), commonName };
const forged = issueCertificate({ commonName: "shop", by: pretender });
const mine = selfSigned();

function registered({ cert }: Certificate) {
  const { raw, publicKey } = new X509Certificate(cert);
  const thumbprint = createHash("sha256").update(raw).digest("base64url");
  const x5c = [raw.toString("base64")];
  return { keys: [{ ...publicKey.export({ format: "jwk" }), x5c, "x5t#S256": thumbprint }] };
}

const methods = {
  tls_client_auth: { tls_client_auth_subject_dn: "CN=shop" },
  self_signed_tls_client_auth: { jwks: registered(mine) },
} satisfies Record<string, Partial<ClientMetadata>>;
type Method = keyof typeof methods;

/** A certified provider, whose token and userinfo endpoints are at a TLS server that asks for certificates. */
async function providerWith(method: Method) {
  const tls = await askingForCertificates(front, authority.cert);
  const server = await openId({
    client: {
      token_endpoint_auth_method: method,
      client_secret: undefined,
      tls_client_certificate_bound_access_tokens: true,
      ...methods[method],
    },
    configuration: {
      clientAuthMethods: [method],
      discovery: {
        mtls_endpoint_aliases: {
          token_endpoint: `${tls.origin}/token`,
          userinfo_endpoint: `${tls.origin}/me`,
        },
      },
      features: {
        mTLS: {
          enabled: true,
          tlsClientAuth: true,
          selfSignedTlsClientAuth: true,
          certificateBoundAccessTokens: true,
          getCertificate: ({ req }) => shownOn(req)?.certificate,
          certificateAuthorized: ({ req }) => shownOn(req)?.isAuthorized ?? false,
          certificateSubjectMatches: ({ req }, _, expected) =>
            shownOn(req)?.certificate.subject === expected,
        },
      },
    },
  });
  const callback = server.provider.callback();
  tls.serve((req, res) => void callback(req, res));
  return server;
}

function appShowing(
  server: Awaited<ReturnType<typeof openId>>,
  method: Method,
  own: Partial<Certificate>,
) {
  return openIdApp(server, {
    clientSecret: undefined,
    client: { token_endpoint_auth_method: method },
    // The profile comes by an access token that is bound to the certificate.
    idToken: false,
    [customFetch]: fetchShowing(own, authority.cert),
  });
}

describe("a client that proves itself by its certificate, over TLS", () => {
  it.each<[Method, Certificate]>([
    ["tls_client_auth", shop],
    ["self_signed_tls_client_auth", mine],
  ])("%s: gets in at a server that asks for it", async (method, own) => {
    const server = await providerWith(method);
    await signInAtOpenId(server, appShowing(server, method, own));
  });

  it.each<[Method, string, Partial<Certificate>]>([
    ["tls_client_auth", "none", {}],
    ["tls_client_auth", "another name", stranger],
    ["tls_client_auth", "the name from somebody else", forged],
    ["self_signed_tls_client_auth", "none", {}],
    ["self_signed_tls_client_auth", "another key", selfSigned()],
  ])("%s with a certificate of %s does not, and the log has the method", async (method, _, own) => {
    const server = await providerWith(method);
    const app = appShowing(server, method, own);
    const { response } = await visitOpenId(server, app);
    expect(location(response)).toContain("/auth/error");
    expect(app.log.errors("CallbackRouteError")[0]?.cause).toMatchObject({
      status: 401,
      clientAuthentication: method,
      error: "invalid_client",
    });
  });
});
