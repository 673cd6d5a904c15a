import "reflect-metadata";
import { TypeORMAdapter } from "@auth/typeorm-adapter";
import { describe } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";

const { skip, url } = await freshPostgres();

describe.skipIf(skip)("@auth/typeorm-adapter on PostgreSQL", () => {
  carries(TypeORMAdapter({ type: "postgres", url, synchronize: true }), known.typeorm);
});
