export { confirmPage } from "./confirm.js";
export type { ErrorDetail } from "./detail.js";
export { errorPage } from "./error.js";
export type { Page, PageFrame } from "./layout.js";
export { pageMessages } from "./messages.js";
export { signInPage } from "./sign-in.js";
export { signOutPage } from "./sign-out.js";
export type { PageTheme } from "./theme.js";
export { verifyRequestPage, type VerifyRequestPageProps } from "./verify-request.js";
