import { ClientSecretJwt, modifyAssertion, PrivateKeyJwt, type ClientAuth } from "oauth4webapi";
import type { ClientPrivateKey } from "../../../types/providers.js";
import type { OAuthProvider } from "../provider/config.js";
import { signWithSecret } from "./jws.js";
import { secretOf } from "./secret.js";

type Modify = NonNullable<NonNullable<Parameters<typeof PrivateKeyJwt>[1]>[typeof modifyAssertion]>;

/** What the provider expects in the client assertion, if it differs from the standard. */
function modification({ client, token }: OAuthProvider): Modify {
  const { audience, type } = token.clientAssertion ?? {};
  const alg = client.token_endpoint_auth_signing_alg;
  return (header, payload) => {
    if (audience !== undefined) {
      payload["aud"] = typeof audience === "string" ? audience : [...audience];
    }
    if (type !== undefined) header["typ"] = type;
    if (typeof alg === "string") header["alg"] = alg;
  };
}

/** Authenticates the client with its key (RFC 7523, section 2.2). */
export function byKey(provider: OAuthProvider): ClientAuth {
  return PrivateKeyJwt(privateKeyOf(provider), { [modifyAssertion]: modification(provider) });
}

function privateKeyOf({ id, token }: OAuthProvider): ClientPrivateKey {
  if (token.clientPrivateKey) return token.clientPrivateKey;
  throw new Error(`The provider "${id}" needs \`token.clientPrivateKey\` for private_key_jwt.`);
}

/** The same with its secret. The protocol library supports only HS256. */
export function bySecret(provider: OAuthProvider): ClientAuth {
  const secret = secretOf(provider);
  const modify = modification(provider);
  const alg = provider.client.token_endpoint_auth_signing_alg;
  const usual = ClientSecretJwt(secret, { [modifyAssertion]: modify });
  if (typeof alg !== "string" || alg === "HS256") return usual;
  return async (...request: Parameters<ClientAuth>) => {
    const payloads: Record<string, unknown>[] = [];
    const keep: Modify = (header, payload) => {
      modify(header, payload);
      payloads.push(payload);
    };
    await ClientSecretJwt(secret, { [modifyAssertion]: keep })(...request);
    const [, , body] = request;
    const { type } = provider.token.clientAssertion ?? {};
    const header = { alg, ...(type !== undefined && { typ: type }) };
    body.set("client_assertion", await signWithSecret(secret, header, payloads[0] ?? {}));
  };
}
