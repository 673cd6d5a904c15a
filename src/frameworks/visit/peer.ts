/**
 * A framework's client address, if it can only be the socket's. One that is also in a header may
 * have been taken from there, as adapters for platforms and proxies do.
 */
export function unlessForwarded(address: string | undefined, headers: Headers): string | undefined {
  for (const [name, value] of headers) {
    if (name !== "host" && value.trim() === address) return undefined;
  }
  return address;
}
