/** What happens at the plugin's addresses, loaded together. */
export { showAsk, submitCode } from "./ask.js";
export { newCodes, showSettings, turnOff } from "./settings.js";
export { setUp, showSetUp } from "./set-up.js";
