export { showAccount } from "./show.js";
export { changeAccount } from "./change.js";
