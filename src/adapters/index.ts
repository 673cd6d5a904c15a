export { Conflict, MissingOwner } from "../types/records.js";
export type {
  Change,
  Column,
  Kind,
  Page,
  RecordStore,
  Row,
  Table,
  Value,
} from "../types/records.js";
export { DuplicateError } from "./rows/duplicate.js";
export type { DuplicateKey } from "./rows/duplicate.js";
export { isDate } from "./is-date.js";
export type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  StoredUser,
  UserQuery,
  UserToCreate,
  VerificationToken,
  WholeAdapter,
} from "../types/adapter.js";
export type { JsonArray, JsonObject, JsonPrimitive, JsonValue } from "../types/common.js";
