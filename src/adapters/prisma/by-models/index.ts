import type { DeclaresTables } from "../../../core/records/declared.js";
import type { PrismaDatabase } from "../types.js";
import type { GivenModels, ModelContext } from "./context.js";
import { missingModels } from "./examine.js";
import { adapterByModels, methodsByModels } from "./methods.js";
import { modelSchema } from "./schema.js";
import { stateFinder } from "./state.js";

/** Everything a client without raw SQL of ours can do. */
export function byModels(prisma: PrismaDatabase, { provider, ...tables }: GivenModels) {
  const context: ModelContext = {
    ...{ prisma, client: prisma, inTransaction: false, used: new Map() },
    ...{ schema: modelSchema(prisma, tables), collated: provider === "sqlserver" },
  };
  return {
    methods: methodsByModels(context),
    transaction: adapterByModels(context).transaction,
    state: stateFinder(context),
    missing: (declared: DeclaresTables) => missingModels(context, declared),
  };
}
