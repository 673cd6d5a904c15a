export { Conflict, MissingOwner } from "../core/records.js";
export type {
  Change,
  Column,
  Kind,
  Page,
  RecordStore,
  Row,
  Table,
  Value,
} from "../core/records.js";
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
  UserToCreate,
  VerificationToken,
  WholeAdapter,
} from "../types/adapter.js";
export type { JsonArray, JsonObject, JsonPrimitive, JsonValue } from "../types/common.js";
