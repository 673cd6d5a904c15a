import SequelizeAdapter from "@auth/sequelize-adapter";
import { Sequelize } from "sequelize";
import { afterAll, beforeAll, describe } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";

const { skip, url } = await freshPostgres();

describe.skipIf(skip)("@auth/sequelize-adapter on PostgreSQL", () => {
  const sequelize = new Sequelize(url || "postgres://localhost", { logging: false });
  const adapter = SequelizeAdapter(sequelize);
  beforeAll(async () => {
    await sequelize.sync();
    // As its documentation has it for tokens that are longer than its default columns.
    for (const name of ["id_token", "access_token", "refresh_token", "scope"]) {
      await sequelize.query(`alter table accounts alter ${name} type text`);
    }
  });
  afterAll(() => sequelize.close());

  carries(adapter, known.sequelize);
});
