import { refuseInProduction } from "../dev/refuse.js";

refuseInProduction("latchkey/testing");

export { captureMail } from "./capture-mail.js";
export type { CapturedMail } from "./capture-mail.js";
export { stopClock } from "./clock.js";
export type { StoppedClock } from "./clock.js";
export type { StorageState, StoredCookie } from "./cookies.js";
export { scriptedProvider } from "./scripted-provider.js";
export type { ScriptedProvider } from "./scripted-provider.js";
export { signInAs } from "./sign-in-as.js";
export type { SignedInPerson, SignInAsOptions } from "./sign-in-as.js";
export type { DevMail as TestMail } from "../dev/mails.js";
