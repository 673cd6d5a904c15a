/** Whether a claim says yes: some providers send it as text. */
export function saysYes(claim: unknown): boolean {
  return claim === true || claim === "true";
}

/** For providers that say by the standard claim whether they have verified an address. */
export function byEmailVerified(profile: { email_verified?: unknown }): boolean {
  return saysYes(profile.email_verified);
}
