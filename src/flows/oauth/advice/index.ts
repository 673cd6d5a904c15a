export { findAdvice } from "./advice.js";
export { examineProvider } from "./examine.js";
