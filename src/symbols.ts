/**
 * Value for the option of the same name: turns the CSRF check off. For authors of framework
 * integrations whose framework makes that check itself.
 */
export const skipCSRFCheck: unique symbol = Symbol("skip-csrf-check");

/** Value for the option of the same name: `Auth()` resolves to a plain object, not a `Response`. */
export const raw: unique symbol = Symbol("return-type-raw");

/**
 * Key of a provider option: the `fetch` used for every call to that provider's endpoints.
 *
 * ```ts
 * GitHub({ [customFetch]: (input, init) => fetch(input, { ...init, dispatcher }) })
 * ```
 */
export const customFetch: unique symbol = Symbol("custom-fetch");
