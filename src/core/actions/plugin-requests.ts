// The plugins' hooks in a request, in one file because one nearly always leads to another.
export { endParked } from "../sign-in/parked.js";
export { passStages } from "../sign-in/stages.js";
export { pluginContext } from "./plugin-context.js";
export { runRoute } from "./plugin-route.js";
export { endWithPlugins, tellSignOut } from "./plugin-sign-out.js";
