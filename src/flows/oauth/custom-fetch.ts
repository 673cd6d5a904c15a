import { customFetch } from "../../symbols.js";
import type { FetchLike } from "../../types/providers.js";

/**
 * The `fetch` that a provider object brings along. Objects made for another library carry that
 * library's own symbol; it has the same description.
 */
export function findCustomFetch(provider: object): FetchLike | undefined {
  const key = Object.getOwnPropertySymbols(provider).find(
    (symbol) => symbol.description === customFetch.description,
  );
  const found: unknown = key && Reflect.get(provider, key);
  if (typeof found !== "function") return undefined;
  return async (input, init) => {
    const answer: unknown = await Reflect.apply(found, provider, [input, init]);
    if (isResponse(answer)) return answer;
    throw new TypeError("The custom fetch of the provider did not resolve to a Response.");
  };
}

/** Also the `Response` of another implementation of fetch. */
function isResponse(value: unknown): value is Response {
  return typeof value === "object" && value !== null && "status" in value && "arrayBuffer" in value;
}
