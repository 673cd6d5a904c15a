/** A provider's part of environment variable names. */
export function environmentName(id: string): string {
  return id.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
}
