import { decodeProtectedHeader } from "jose/decode/protected_header";
import * as errors from "jose/errors";
import { createLocalJWKSet } from "jose/jwks/local";
import { compactVerify } from "jose/jws/compact/verify";
import type { CompactVerifyGetKey, JSONWebKeySet } from "jose";
import { utf8 } from "../../crypto/encoding.js";
import { isRecord } from "../../json.js";
import { boundedFetch } from "./fetch.js";
import type { Run } from "./run.js";
import type { Server } from "./metadata.js";

const asymmetric = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
const symmetric = ["HS256", "HS384", "HS512"];

/** A signed token, and the algorithm that the configuration says it is signed with. */
export interface SignedToken {
  readonly jws: string;
  readonly configuredAlg: string | undefined;
}

/**
 * Throws unless the provider signed the token. Keys come from the provider's key set alone, never
 * from the token. A shared secret counts only where the configuration says so: else whoever knows a
 * public key could sign with its text.
 */
export async function verifySignature(run: Run, server: Server, token: SignedToken) {
  const { jws, configuredAlg } = token;
  if (configuredAlg !== undefined && symmetric.includes(configuredAlg)) {
    const secret = utf8(run.provider.clientSecret ?? "");
    await compactVerify(jws, secret, { algorithms: [configuredAlg] });
    return;
  }
  const load = () => loadKeys(run, server);
  try {
    await compactVerify(jws, await run.memory.keys.get(load), { algorithms: asymmetric });
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    // The provider may have changed its keys since they were fetched.
    if (!run.memory.mayRefetch(decodeProtectedHeader(jws).kid ?? "")) throw error;
    await compactVerify(jws, await run.memory.keys.reload(load), { algorithms: asymmetric });
  }
}

async function loadKeys(run: Run, { metadata }: Server): Promise<CompactVerifyGetKey> {
  if (metadata.jwks_uri === undefined) {
    throw new Error(
      "The provider tells no address of its signing keys. Set `jwks_endpoint`, or an `issuer` with a discovery document.",
    );
  }
  const response = await boundedFetch(run)(metadata.jwks_uri, {
    headers: { accept: "application/json, application/jwk-set+json" },
  });
  const keys: unknown = response.status === 200 ? await response.json() : undefined;
  if (isKeySet(keys)) return createLocalJWKSet(keys);
  throw new Error(`The address of the signing keys answered ${response.status}, not a key set.`);
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return isRecord(value) && Array.isArray(value["keys"]) && value["keys"].every(isRecord);
}
