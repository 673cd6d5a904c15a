/** The handlers of the plugin's routes, loaded together. */
export { askToConfirm, askToUndo, confirm, undo } from "./links.js";
export { begin, cancel, showForm } from "./request.js";
