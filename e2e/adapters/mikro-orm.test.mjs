import { MikroOrmAdapter, defaultEntities } from "@auth/mikro-orm-adapter";
import { MikroORM } from "@mikro-orm/core";
import { afterAll, beforeAll, describe } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";

const { skip, url } = await freshPostgres();

describe.skipIf(skip)("@auth/mikro-orm-adapter on PostgreSQL", () => {
  const database = new URL(url || "postgres://localhost/none");
  const config = {
    type: "postgresql",
    clientUrl: url,
    dbName: database.pathname.slice(1),
    entities: Object.values(defaultEntities),
    allowGlobalContext: true,
  };
  let orm;
  beforeAll(async () => {
    orm = await MikroORM.init(config);
    await orm.getSchemaGenerator().createSchema();
    // Its default columns hold 255 characters, and whole seconds.
    for (const statement of widened) await orm.em.getConnection().execute(statement);
  });
  afterAll(() => orm.close());

  carries(MikroOrmAdapter(config), known.mikroOrm);
});

const widened = [
  ...["id_token", "access_token", "refresh_token", "scope"].map(
    (name) => `alter table account alter ${name} type text`,
  ),
  `alter table "user" alter email_verified type timestamptz(3)`,
  "alter table session alter expires type timestamptz(3)",
  "alter table verification_token alter expires type timestamptz(3)",
];
