import { memoryState } from "./memory.js";

/**
 * The shared state of configurations that set none. There's one per process, because a configuration object
 * may exist only for one request. All keys are HMACs, so configurations with different secrets don't collide.
 */
export const processState = /* @__PURE__ */ memoryState();
