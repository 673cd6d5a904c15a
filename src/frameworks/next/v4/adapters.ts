export type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  VerificationToken,
} from "../../../types/adapter.js";
export type { AdapterUser } from "./types.js";
