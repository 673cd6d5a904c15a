import type { VerificationOptions } from "../../types/webauthn.js";

/** What is requested from the authenticator, and verified afterwards. */
export interface Verification {
  readonly asked: UserVerificationRequirement;
  readonly required: boolean;
}

/**
 * Request and verification must agree, or users would pass the prompt only to be refused. So what is
 * requested is required, and by default the user must show a PIN, fingerprint or face: here, a credential is
 * the only proof.
 */
export function verificationFor(
  asked: UserVerificationRequirement | undefined,
  { requireUserVerification }: VerificationOptions = {},
): Verification {
  const required = requireUserVerification ?? (asked === undefined || asked === "required");
  return { required, asked: asked ?? (required ? "required" : "preferred") };
}
