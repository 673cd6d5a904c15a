import { memoryState } from "./memory.js";

/**
 * What this process remembers for configurations that name no shared state. There is one for all of
 * them, since a configuration object may live no longer than a request. Every key in it is made with
 * a secret, so that configurations with other secrets have nothing in common.
 */
export const processState = /* @__PURE__ */ memoryState();
