import type { Table } from "../../../types/records.js";
import type { TableName } from "../../sql/model.js";
import { withRetries } from "../../sql/retry.js";
import { patience } from "../client.js";
import type { PrismaTables } from "../models.js";
import type { PrismaDatabase } from "../types.js";
import { isLost, modelFault } from "./fault.js";
import type { Place } from "./place.js";
import type { ModelSchema } from "./schema.js";

/** The models that a client has, and the database that they are in. */
export interface GivenModels extends Pick<PrismaTables, "layout" | "models"> {
  readonly provider: string;
  readonly toMigrate: string;
}

/** Where models are called: on the client itself, or in a transaction. */
export interface ModelContext {
  readonly prisma: PrismaDatabase;
  readonly client: object;
  readonly inTransaction: boolean;
  readonly schema: ModelSchema;
  /** Whether the database may compare texts without case, as SQL Server does by default. */
  readonly collated: boolean;
  /** The record tables that were used. */
  readonly used: Map<string, Table>;
}

/** The model of one of Auth.js's tables; undefined if the client doesn't have it. */
export const tableIn = ({ schema }: ModelContext, name: TableName): Place | undefined =>
  schema.tables.get(name);

/** A failed call ends a transaction, so only the whole transaction can be retried. */
export function run<T>(context: ModelContext, work: () => Promise<T>): Promise<T> {
  return context.inTransaction ? work() : withRetries(work);
}

/** Runs `work` so that all of its changes are kept or none, and retries it after a lost race. */
export function atomically<T>(
  context: ModelContext,
  work: (within: ModelContext) => Promise<T>,
): Promise<T> {
  if (context.inTransaction) return work(context);
  return withRetries(async () => {
    try {
      return await context.prisma.$transaction(
        (client) => work({ ...context, client, inTransaction: true }),
        patience,
      );
    } catch (error) {
      throw isLost(error) ? modelFault(error) : error;
    }
  });
}
