import {
  jwksCache,
  KEY_SELECTION,
  OperationProcessingError,
  validateApplicationLevelSignature,
} from "oauth4webapi";
import type { JWKS } from "oauth4webapi";
import { utf8 } from "../../crypto/encoding.js";
import { isRecord } from "../../json.js";
import { boundedFetch } from "./fetch.js";
import type { Run } from "./run.js";
import type { Server } from "./metadata.js";

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
export async function verifySignature(run: Run, server: Server, token: SignedToken): Promise<void> {
  const { jws, answer, configuredAlg } = token;
  if (configuredAlg !== undefined && symmetric.includes(configuredAlg)) {
    // Few providers sign with the client's secret.
    const { compactVerify } = await import("jose/jws/compact/verify");
    const secret = utf8(run.provider.clientSecret ?? "");
    await compactVerify(jws, secret, { algorithms: [configuredAlg] });
    return;
  }
  const load = () => loadKeys(run, server);
  try {
    await verifyWith(await run.memory.keys.get(load), server, answer);
  } catch (error) {
    const wanted = missingKey(error);
    // The provider may have changed its keys since they were fetched.
    if (wanted === undefined || !run.memory.mayRefetch(wanted)) throw error;
    await verifyWith(await run.memory.keys.reload(load), server, answer);
  }
}

/** How old keys may be is our affair, so the protocol library is told that they came just now. */
function verifyWith(jwks: JWKS, { metadata }: Server, answer: Response): Promise<void> {
  const uat = Math.floor(Date.now() / 1000);
  return validateApplicationLevelSignature({ ...metadata }, answer, { [jwksCache]: { jwks, uat } });
}

/** The id of the key for which there was none, or not one alone; empty when the token names none. */
function missingKey(error: unknown): string | undefined {
  if (!(error instanceof OperationProcessingError) || error.code !== KEY_SELECTION) {
    return undefined;
  }
  const header = isRecord(error.cause) ? error.cause["header"] : undefined;
  const kid = isRecord(header) ? header["kid"] : undefined;
  return typeof kid === "string" ? kid : "";
}

async function loadKeys(run: Run, { metadata }: Server): Promise<JWKS> {
  if (metadata.jwks_uri === undefined) {
    throw new Error(
      "The provider tells no address of its signing keys. Set `jwks_endpoint`, or an `issuer` with a discovery document.",
    );
  }
  const response = await boundedFetch(run)(metadata.jwks_uri, {
    headers: { accept: "application/json, application/jwk-set+json" },
  });
  const keys: unknown = response.status === 200 ? await response.json() : undefined;
  if (isKeySet(keys)) return keys;
  throw new Error(`The address of the signing keys answered ${response.status}, not a key set.`);
}

function isKeySet(value: unknown): value is JWKS {
  return isRecord(value) && Array.isArray(value["keys"]) && value["keys"].every(isRecord);
}
