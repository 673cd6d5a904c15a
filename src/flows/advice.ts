// For the log of a failed sign-in, in development, and for the doctor.
export { examineMail } from "./email/examine.js";
export { findAdvice } from "./oauth/advice/advice.js";
export { examineProvider } from "./oauth/advice/examine.js";
export { hintAtEmail, hintAtRedirectUri } from "./oauth/advice/hints.js";
