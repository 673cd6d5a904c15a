export { devIdentity } from "./identity.js";
export type { DevIdentityOptions } from "./identity.js";
export { devInbox } from "./inbox.js";
export type { SamplePerson } from "./people.js";
