/**
 * Value of the option with the same name: turns the CSRF check off. For integrations whose framework already
 * checks forms.
 */
export const skipCSRFCheck: unique symbol = Symbol("skip-csrf-check");

/** Value of the option with the same name: `Auth()` resolves to a plain object instead of a `Response`. */
export const raw: unique symbol = Symbol("return-type-raw");

/**
 * Key of a provider option: the `fetch` used for every call to that provider.
 *
 * ```ts
 * GitHub({ [customFetch]: (input, init) => fetch(input, { ...init, dispatcher }) })
 * ```
 */
export const customFetch: unique symbol = Symbol("custom-fetch");

/**
 * Key of a provider option: origins in your own network that this provider may use although they
 * are plain http, or private addresses in a public provider's metadata.
 *
 * ```ts
 * Keycloak({ issuer: "http://keycloak:8080/realms/shop", [privateOrigins]: ["http://keycloak:8080"]
 * })
 * ```
 *
 * Dangerous: anyone who can read or change traffic on that network gets codes, tokens and the
 * client secret, and can sign in as any user. Use it only for a network that nobody else is on,
 * such as that of containers on one machine. Each origin is named in full and applies to this
 * provider only.
 */
export const privateOrigins: unique symbol = Symbol("private-origins");

/**
 * Key under which the factories of `latchkey/providers` attach a flow. Copies of a provider object keep it. A
 * registered symbol, so that it's the same in every copy of this module.
 */
export const providerFlows: unique symbol = /* @__PURE__ */ Symbol.for("latchkey.provider-flows");

/**
 * Key under which `definePlugin` attaches the plugin runtime, so that only bundles with a plugin contain it.
 * Registered as the one above.
 */
export const pluginHost: unique symbol = /* @__PURE__ */ Symbol.for("latchkey.plugin-host");

/** Key of a provider option, only for `latchkey/dev`: serves `GET {basePath}/assets/{id}`. */
export const servesPage: unique symbol = Symbol("serves-page");

/** Key by which an adapter says that it loses all data when the process ends. */
export const isInMemory: unique symbol = /* @__PURE__ */ Symbol.for("latchkey.in-memory");
