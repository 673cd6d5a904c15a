/** Whether a claim is true: some providers send it as text. */
export function saysYes(claim: unknown): boolean {
  return claim === true || claim === "true";
}

/** For providers that report verified addresses in the standard claim. */
export function byEmailVerified(profile: { email_verified?: unknown }): boolean {
  return saysYes(profile.email_verified);
}
