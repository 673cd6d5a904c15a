import {
  jwksCache,
  KEY_SELECTION,
  OperationProcessingError,
  validateApplicationLevelSignature,
} from "oauth4webapi";
import type { ExportedJWKSCache, JWKS } from "oauth4webapi";
import { utf8 } from "../../../crypto/encoding.js";
import { isRecord } from "../../../json.js";
import { Unusable } from "../client/failure.js";
import { boundedFetch } from "../client/fetch.js";
import type { Inquiry } from "../provider/run.js";
import type { Server } from "../provider/metadata.js";

const symmetric = ["HS256", "HS384", "HS512"];

/** A signed token out of a provider's answer, which the protocol library has read. */
export interface SignedToken {
  readonly jws: string;
  readonly answer: Response;
  /** The algorithm that the configuration says it is signed with. */
  readonly configuredAlg: string | undefined;
}

/**
 * Throws unless the provider signed the token. Keys come from the provider's key set alone, never
 * from the token. A shared secret counts only where the configuration says so: else whoever knows a
 * public key could sign with its text.
 */
export async function verifySignature(
  run: Inquiry,
  server: Server,
  token: SignedToken,
): Promise<void> {
  const { jws, answer, configuredAlg } = token;
  if (configuredAlg !== undefined && symmetric.includes(configuredAlg)) {
    // Few providers sign with the client's secret.
    const { compactVerify } = await import("jose/jws/compact/verify");
    const secret = utf8(run.provider.clientSecret ?? "");
    await compactVerify(jws, secret, { algorithms: [configuredAlg] });
    return;
  }
  await withKeys(run, server, (cache) =>
    validateApplicationLevelSignature({ ...server.metadata }, answer, { [jwksCache]: cache }),
  );
}

/** Does something with the provider's keys; once more, when the right one is not among those known. */
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
    // The provider may have changed its keys since they were fetched.
    const newer = await run.memory.keys.refetch(load);
    if (newer === undefined) throw error;
    return work(fresh(newer));
  }
}

/** How old keys may be is our affair, so the protocol library is told that they came just now. */
function fresh(jwks: JWKS): ExportedJWKSCache {
  return { jwks, uat: Math.floor(Date.now() / 1000) };
}

/** There was no key that the token can be signed with, or not one alone. */
function isKeyMissing(error: unknown): boolean {
  if (error instanceof OperationProcessingError) return error.code === KEY_SELECTION;
  return error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY";
}

async function loadKeys(run: Inquiry, { metadata }: Server): Promise<JWKS> {
  if (metadata.jwks_uri === undefined) {
    throw new Error(
      "The provider tells no address of its signing keys. Set `jwks_endpoint`, or an `issuer` with a discovery document.",
    );
  }
  const response = await boundedFetch(run)(metadata.jwks_uri, {
    headers: { accept: "application/json, application/jwk-set+json" },
  });
  const keys: unknown = response.status === 200 ? await response.clone().json() : undefined;
  if (isKeySet(keys)) return keys;
  const message = `The address of the signing keys answered ${response.status}, not a key set.`;
  throw new Unusable(message, response);
}

function isKeySet(value: unknown): value is JWKS {
  return isRecord(value) && Array.isArray(value["keys"]) && value["keys"].every(isRecord);
}
