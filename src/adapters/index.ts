export { DuplicateError } from "./duplicate.js";
export type { DuplicateKey } from "./duplicate.js";
export { isDate } from "./is-date.js";
export type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";
