import { InvalidProvider, type AuthError } from "../errors.js";

/** The first id of a provider that could not be told from others, or be part of an address. */
export function findIdProblem(ids: readonly string[]): AuthError | undefined {
  const odd = ids.find((id) => !isFit(id));
  if (odd !== undefined) {
    return new InvalidProvider(
      `A provider has the id ${JSON.stringify(odd)}, which can not be part of an address. Give it an \`id\` of letters, digits and hyphens.`,
    );
  }
  const plain = ids.map((id) => id.toLowerCase());
  const twice = ids.find((_, index) => plain.indexOf(plain[index] ?? "") !== index);
  if (twice === undefined) return undefined;
  return new InvalidProvider(
    `Two providers have the id ${JSON.stringify(twice)}, or ids that differ only in case. Give one of them another \`id\`.`,
  );
}

/** Servers, proxies and browsers take slashes and dot segments out of an address, however written. */
function isFit(id: unknown): boolean {
  if (typeof id !== "string" || id.trim() === "" || id === "__proto__") return false;
  return !/[/\\\p{Cc}\p{Surrogate}]/u.test(id) && !/^\.+$/.test(id);
}
