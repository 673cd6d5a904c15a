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

/**
 * Key of a provider option: origins in your own network at which this provider is asked although they are
 * plain http, or although they are private addresses that a public provider names.
 *
 * ```ts
 * Keycloak({ issuer: "http://keycloak:8080/realms/shop", [privateOrigins]: ["http://keycloak:8080"] })
 * ```
 *
 * Dangerous: whoever can read or change what goes over that network gets codes, tokens and the secret of
 * the client, and can sign in as anybody. For a network that nobody else is on, such as that of containers
 * on one machine, and for nothing else. Each origin is named in full and counts for this provider alone.
 */
export const privateOrigins: unique symbol = Symbol("private-origins");

/**
 * Key under which the factories of `latchkey/providers` bring the flow of what they make. Copies of a provider
 * object keep it. Registered, so that it is the same one where a bundler has made two copies of this module.
 */
export const providerFlows: unique symbol = /* @__PURE__ */ Symbol.for("latchkey.provider-flows");

/**
 * Key under which `definePlugin` brings what runs plugins, so that it is in a bundle only with one. Registered as the
 * one above.
 */
export const pluginHost: unique symbol = /* @__PURE__ */ Symbol.for("latchkey.plugin-host");

/** Key of a provider option, for `latchkey/dev` alone: answers `GET {basePath}/assets/{id}`. */
export const servesPage: unique symbol = Symbol("serves-page");

/** Key under which an adapter says that it loses everything when the process ends. */
export const isInMemory: unique symbol = /* @__PURE__ */ Symbol.for("latchkey.in-memory");
