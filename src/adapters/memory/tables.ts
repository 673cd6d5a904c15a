import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../types/adapter.js";
import type { Row, Table as RecordTable } from "../../types/records.js";
import { DuplicateError } from "../rows/duplicate.js";
import { Layer } from "./table.js";
import type { Table } from "./table.js";

/** The tables that the memory adapter works on. */
export interface Tables {
  users: Table<AdapterUser>;
  /** The id of the user who has the address. */
  emails: Table<string>;
  accounts: Table<AdapterAccount>;
  sessions: Table<AdapterSession>;
  verificationTokens: Table<VerificationToken>;
  authenticators: Table<AdapterAuthenticator>;
  /** Rows of providers and plugins, by table and key. */
  records: Table<KeptRecord>;
  /** The record that has a unique key. */
  uniques: Table<string>;
}

export interface KeptRecord {
  readonly table: RecordTable;
  readonly row: Row;
}

export const accountKey = (account: AccountKey): string =>
  JSON.stringify([account.provider, account.providerAccountId]);

export const tokenKey = (token: Pick<VerificationToken, "identifier" | "token">): string =>
  JSON.stringify([token.identifier, token.token]);

/**
 * Runs `work` on a layer above the tables, then applies it in one step. Nothing is visible before,
 * and nothing stays if `work` fails or another transaction was faster.
 */
export async function inTransaction<T>(
  tables: Tables,
  work: (tables: Tables) => Promise<T>,
): Promise<T> {
  const layers = {
    users: new Layer(tables.users),
    emails: new Layer(tables.emails),
    accounts: new Layer(tables.accounts),
    sessions: new Layer(tables.sessions),
    verificationTokens: new Layer(tables.verificationTokens),
    authenticators: new Layer(tables.authenticators),
    records: new Layer(tables.records),
    uniques: new Layer(tables.uniques),
  };
  const result = await work(layers);
  for (const [key, layer] of [
    ["user.id", layers.users],
    ["user.email", layers.emails],
    ["account", layers.accounts],
    ["session", layers.sessions],
    ["verificationToken", layers.verificationTokens],
    ["authenticator", layers.authenticators],
    ["record", layers.records],
    ["record", layers.uniques],
  ] as const) {
    const conflict = layer.conflict();
    if (conflict === "taken") throw new DuplicateError(key);
    if (conflict === "changed") {
      throw new Error(`A row changed during the transaction (${key}), so it was rolled back`);
    }
  }
  for (const layer of Object.values(layers)) layer.apply();
  return result;
}
