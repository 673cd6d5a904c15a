export { showAccount } from "./show.js";
export { showQuestion } from "./question.js";
export { changeAccount } from "./change.js";
