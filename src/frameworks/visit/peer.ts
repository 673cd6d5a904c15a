/**
 * The address that a framework gives for the client, where it can only be that of the socket: one that a header
 * tells as well may have come from there, as adapters for platforms and proxies have it.
 */
export function untold(address: string | undefined, headers: Headers): string | undefined {
  for (const [name, value] of headers) {
    if (name !== "host" && value.trim() === address) return undefined;
  }
  return address;
}
