/** The handlers of the plugin's routes, loaded together. */
export { showAsk, submitCode } from "./challenge.js";
export { newCodes, showSettings, turnOff } from "./settings.js";
export { setUp, showSetUp } from "./set-up.js";
