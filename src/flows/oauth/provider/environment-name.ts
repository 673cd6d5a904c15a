/** A provider in the names of environment variables. */
export function environmentName(id: string): string {
  return id.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
}
