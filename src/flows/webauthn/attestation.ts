import { fromBase64Url } from "../../crypto/encoding.js";
import { WebAuthnVerificationError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";
import { loadHelpers, type Helpers, type Library } from "./library.js";

/** What is known of a new credential whose statement holds in itself. */
export interface Attested {
  /** Base64url. */
  readonly attestationObject: string;
  /** The format of the statement. */
  readonly fmt: string;
  /** The model of the authenticator. */
  readonly aaguid: string;
}

/**
 * Throws when the application asked who made the authenticator and does not know the maker: a statement that
 * leads to no root says no more than that somebody has a key. The library looks only at roots that were set for
 * the whole process, and passes where there are none.
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
  if (chain.length === 0) throw refusal("The authenticator did not say who made it.");
  const roots = provider.attestationRoots ?? knownRoots(library, attested);
  if (roots.length > 0) return assertLeadsTo(helpers, roots, chain);
  if (await isInMetadata(library, attested)) return;
  throw refusal(
    `There is no root certificate for attestation of the format ${JSON.stringify(attested.fmt)}. Set \`attestationRoots\` of the provider ${JSON.stringify(provider.id)}, or do not ask for attestation.`,
  );
}

/** Those that the application, or the library itself, has set for this format. */
function knownRoots({ SettingsService }: Library, { fmt }: Attested): readonly string[] {
  const format = formats.find((one) => one === fmt);
  return format === undefined ? [] : SettingsService.getRootCertificates({ identifier: format });
}

const formats = ["android-key", "apple", "fido-u2f", "packed", "tpm"] as const;

/** Where the application has loaded the metadata of makers, the library has followed the chain by them. */
async function isInMetadata({ MetadataService }: Library, { aaguid }: Attested): Promise<boolean> {
  return (await MetadataService.getStatement(aaguid)) !== undefined;
}

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
    throw refusal("The maker of the authenticator is not one of `attestationRoots`.", error);
  }
}

function refusal(message: string, cause?: unknown): WebAuthnVerificationError {
  return new WebAuthnVerificationError(message, cause === undefined ? {} : { err: asError(cause) });
}
