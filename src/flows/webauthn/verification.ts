import type { VerificationOptions } from "../../types/webauthn.js";

/** What is asked of the authenticator, and what is checked afterwards. */
export interface Verification {
  readonly asked: UserVerificationRequirement;
  readonly required: boolean;
}

/**
 * The two must agree, or people would be let through the prompt only to be refused. So what is asked
 * for is what is required, and where nothing is said the person must show PIN, finger or face: here
 * a credential is the only proof there is.
 */
export function verificationFor(
  asked: UserVerificationRequirement | undefined,
  { requireUserVerification }: VerificationOptions = {},
): Verification {
  const required = requireUserVerification ?? (asked === undefined || asked === "required");
  return { required, asked: asked ?? (required ? "required" : "preferred") };
}
