import { fromBase64Url } from "../../core/crypto/encoding.js";
import { asError } from "../../core/errors/as-error.js";
import { WebAuthnVerificationError } from "../../core/errors/errors.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";
import { loadHelpers, type Helpers, type Library } from "./library.js";

/** What is known about a new credential whose attestation is internally valid. */
export interface Attested {
  /** Base64url. */
  readonly attestationObject: string;
  /** The format of the statement. */
  readonly fmt: string;
  /** The model of the authenticator. */
  readonly aaguid: string;
}

/**
 * Throws if the app requires attestation and the manufacturer isn't trusted: a statement that leads to no
 * root proves nothing about it. The library checks only roots set for the whole process, and accepts
 * everything if there are none.
 */
export async function assertAttested(
  provider: WebAuthnConfig,
  library: Library,
  attested: Attested,
): Promise<void> {
  const { attestationType = "none" } = provider.registrationOptions ?? {};
  if (attestationType === "none") return;
  const helpers = await loadHelpers(provider);
  const chain = certificatesOf(helpers, attested);
  if (chain.length === 0) {
    throw refusal("The authenticator sent no attestation of its manufacturer.");
  }
  const roots = provider.attestationRoots ?? knownRoots(library, attested);
  if (roots.length > 0) return assertLeadsTo(helpers, roots, chain);
  // If the app has loaded metadata, the library has verified the chain with it.
  if ((await library.MetadataService.getStatement(attested.aaguid)) !== undefined) return;
  throw refusal(
    `There's no root certificate for the attestation format ${JSON.stringify(attested.fmt)}. Set \`attestationRoots\` of the provider ${JSON.stringify(provider.id)}, or don't request attestation.`,
  );
}

/** The roots that the app, or the library, has set for this format. */
function knownRoots({ SettingsService }: Library, { fmt }: Attested): readonly string[] {
  const format = formats.find((one) => one === fmt);
  return format === undefined ? [] : SettingsService.getRootCertificates({ identifier: format });
}

const formats = ["android-key", "apple", "fido-u2f", "packed", "tpm"] as const;

/** The certificates of the statement, its own first. */
function certificatesOf(
  { decodeAttestationObject, convertCertBufferToPEM }: Helpers,
  { attestationObject }: Attested,
): string[] {
  const bytes = fromBase64Url(attestationObject) ?? new Uint8Array(0);
  const chain = decodeAttestationObject(bytes).get("attStmt").get("x5c");
  return Array.isArray(chain) ? chain.map((one) => convertCertBufferToPEM(one)) : [];
}

async function assertLeadsTo(
  { validateCertificatePath }: Helpers,
  roots: readonly string[],
  chain: string[],
): Promise<void> {
  try {
    await validateCertificatePath(chain, [...roots]);
  } catch (error) {
    throw refusal("The authenticator's manufacturer isn't in `attestationRoots`.", error);
  }
}

function refusal(message: string, cause?: unknown): WebAuthnVerificationError {
  return new WebAuthnVerificationError(message, cause === undefined ? {} : { err: asError(cause) });
}
