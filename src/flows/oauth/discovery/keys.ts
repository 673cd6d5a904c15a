import {
  jwksCache,
  KEY_SELECTION,
  OperationProcessingError,
  validateApplicationLevelSignature,
} from "oauth4webapi";
import type { ExportedJWKSCache, JWKS } from "oauth4webapi";
import { isRecord } from "../../../core/values/json.js";
import { Unusable } from "../client/failure.js";
import { boundedFetch } from "../client/fetch.js";
import { isSymmetric, verifyWithSecret } from "../client/jws.js";
import type { Server } from "../provider/metadata.js";
import type { Inquiry } from "../provider/run.js";

/** A signed token from a provider's response, parsed by the protocol library. */
export interface SignedToken {
  readonly jws: string;
  readonly answer: Response;
  /** The configured signature algorithm. */
  readonly configuredAlg: string | undefined;
}

/**
 * Throws unless the provider signed the token. Keys come from the provider's key set only, never from the
 * token. A shared secret is accepted only if configured: otherwise, anyone could sign with the text of a
 * public key as the secret.
 */
export async function verifySignature(
  run: Inquiry,
  server: Server,
  token: SignedToken,
): Promise<void> {
  const { jws, answer, configuredAlg } = token;
  if (configuredAlg !== undefined && isSymmetric(configuredAlg)) {
    return verifyWithSecret(run.provider.clientSecret ?? "", configuredAlg, jws);
  }
  await withKeys(run, server, (cache) =>
    validateApplicationLevelSignature({ ...server.metadata }, answer, { [jwksCache]: cache }),
  );
}

/** Uses the provider's keys, and fetches them again once if none matches. */
export async function withKeys<T>(
  run: Inquiry,
  server: Server,
  work: (cache: ExportedJWKSCache) => Promise<T>,
): Promise<T> {
  const load = () => loadKeys(run, server);
  try {
    return await work(fresh(await run.memory.keys.get(load)));
  } catch (error) {
    if (!isKeyMissing(error)) throw error;
    // The provider may have rotated its keys since they were fetched.
    const newer = await run.memory.keys.refetch(load);
    if (newer === undefined) throw error;
    return work(fresh(newer));
  }
}

/** Marks the keys as fresh for the protocol library, because this module caches them. */
function fresh(jwks: JWKS): ExportedJWKSCache {
  return { jwks, uat: Math.floor(Date.now() / 1000) };
}

/** No key matches the token, or several do. */
function isKeyMissing(error: unknown): boolean {
  if (error instanceof OperationProcessingError) return error.code === KEY_SELECTION;
  return error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY";
}

async function loadKeys(run: Inquiry, { metadata }: Server): Promise<JWKS> {
  if (metadata.jwks_uri === undefined) {
    throw new Error(
      "The provider has no signing keys. Set `jwks_endpoint`, or an `issuer` with a discovery document.",
    );
  }
  const response = await boundedFetch(run)(metadata.jwks_uri, {
    headers: { accept: "application/json, application/jwk-set+json" },
  });
  const keys: unknown = response.status === 200 ? await response.clone().json() : undefined;
  if (isKeySet(keys)) return keys;
  const message = `The signing keys couldn't be read (status ${response.status}). Check \`jwks_endpoint\`, or \`jwks_uri\` in the discovery document.`;
  throw new Unusable(message, response);
}

function isKeySet(value: unknown): value is JWKS {
  return isRecord(value) && Array.isArray(value["keys"]) && value["keys"].every(isRecord);
}
