import { customFetch } from "../../../symbols.js";
import type { FetchLike } from "../../../types/providers.js";

/** The `fetch` that a provider object brings along, made to be called as its method. */
export function findCustomFetch(provider: object): FetchLike | undefined {
  const found = givenFetch(provider);
  if (!found) return undefined;
  return async (input, init) => {
    const answer: unknown = await Reflect.apply(found, provider, [input, init]);
    if (isResponse(answer)) return answer;
    throw new TypeError("The custom fetch of the provider did not resolve to a Response.");
  };
}

/**
 * The very function that was given. Objects made for another library carry that library's own symbol;
 * it has the same description.
 */
export function givenFetch(provider: object) {
  const key = Object.getOwnPropertySymbols(provider).find(
    (symbol) => symbol.description === customFetch.description,
  );
  const found: unknown = key && Reflect.get(provider, key);
  return typeof found === "function" ? found : undefined;
}

/** Also the `Response` of another implementation of fetch. */
function isResponse(value: unknown): value is Response {
  return typeof value === "object" && value !== null && "status" in value && "arrayBuffer" in value;
}
