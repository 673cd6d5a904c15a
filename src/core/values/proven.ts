interface Addressed {
  readonly email?: string | null | undefined;
  readonly emailVerified?: unknown;
}

/** Whether the user's address has been proven. */
export function isProven({ emailVerified: since }: Addressed): boolean {
  // Not every adapter returns a Date; a string that isn't a date proves nothing.
  if (since instanceof Date) return !Number.isNaN(since.getTime());
  return typeof since === "string" ? !Number.isNaN(Date.parse(since)) : Boolean(since);
}

/** Whether this is a stored user whose address hasn't been proven. */
export function isUnproven(user: Addressed): boolean {
  return "emailVerified" in user && Boolean(user.email) && !isProven(user);
}
