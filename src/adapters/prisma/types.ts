import type { TableName } from "../sql/model.js";

/** Runs SQL on the database or in a transaction. */
export interface RawQueries {
  $queryRawUnsafe(query: string, ...values: readonly unknown[]): PromiseLike<unknown>;
  $executeRawUnsafe(query: string, ...values: readonly unknown[]): PromiseLike<number>;
}

/** Your `PrismaClient`, extended or not. */
export interface PrismaDatabase extends RawQueries {
  $transaction<T>(
    work: (within: RawQueries) => Promise<T>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<T>;
}

export interface PrismaAdapterOptions {
  /**
   * Your models' names, if they aren't `User`, `Account`, `Session`, `VerificationToken`,
   * `Authenticator`.
   */
  models?: Readonly<Partial<Record<TableName, string>>>;
}

/** The own columns of the model `User`. */
export type ColumnsOf<Client> = Client extends {
  readonly user: {
    readonly [key: symbol]: {
      readonly types: { readonly payload: { readonly scalars: infer Scalars } };
    };
  };
}
  ? Omit<Scalars, "id" | "name" | "email" | "emailVerified" | "image">
  : unknown;
