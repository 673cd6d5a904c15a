import type {
  AccountKey,
  AdapterSession,
  StoredUser,
  VerificationToken,
} from "../../../types/adapter.js";
import type { Awaitable } from "../../../types/common.js";
import type { Account, AdapterUser } from "./types.js";

export interface AdapterAccount extends Account {
  userId: string;
}

/** An adapter in the types of next-auth 4, where the database generates user ids. */
export interface Adapter {
  createUser?(user: Omit<AdapterUser, "id">): Awaitable<StoredUser>;
  getUser?(id: string): Awaitable<StoredUser | null>;
  getUserByEmail?(email: string): Awaitable<StoredUser | null>;
  getUserByAccount?(account: AccountKey): Awaitable<StoredUser | null>;
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, "id">): Awaitable<StoredUser>;
  deleteUser?(userId: string): Awaitable<unknown>;
  linkAccount?(account: AdapterAccount): Awaitable<unknown>;
  unlinkAccount?(account: AccountKey): Awaitable<unknown>;
  createSession?(session: AdapterSession): Awaitable<AdapterSession>;
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: StoredUser } | null>;
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  ): Awaitable<AdapterSession | null | undefined>;
  deleteSession?(sessionToken: string): Awaitable<unknown>;
  createVerificationToken?(
    token: VerificationToken,
  ): Awaitable<VerificationToken | null | undefined>;
  useVerificationToken?(params: {
    identifier: string;
    token: string;
  }): Awaitable<VerificationToken | null>;
}

export type { AdapterSession, VerificationToken } from "../../../types/adapter.js";
export type { AdapterUser } from "./types.js";
