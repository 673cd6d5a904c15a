import { drizzle } from "drizzle-orm/d1";
import { D1Adapter } from "../../../src/adapters/d1/index.ts";
import { DrizzleAdapter } from "../../../src/adapters/drizzle/index.ts";
import { adapterCases, recordCases } from "../../../src/adapters/suite/index.ts";
import { stateCases } from "../../../src/adapters/suite/state.ts";
import { stateOfAdapter } from "../../../src/core/state/adapter-state.ts";
import { examinedTables } from "../../../src/core/records/examined.ts";
import { numbersOnSqlite } from "../../../test/adapters/drizzle/schemas.ts";
import { published } from "./layouts.mjs";

/** The stores, each made anew for every request, as a worker may do it. */
const stores = {
  native: (binding) => D1Adapter(binding, { user: { plan: "text", active: "boolean" } }),
  documented: (binding) => DrizzleAdapter(drizzle(binding)),
  published: (binding) => D1Adapter(binding, { layout: published }),
  numbers: (binding) => DrizzleAdapter(drizzle(binding), numbersOnSqlite.tables),
};

const options = {
  native: { extraUserFields: { plan: "team", active: false } },
  numbers: {
    unknownId: () => "987654321",
    extraUserFields: { admin: true, tags: ["a", "b"], seen: new Date("2020-01-02T03:04:05Z") },
  },
};

/** Another binding of the same database stands for another worker. */
async function suites(store, { DB, OTHER }) {
  const [adapter, other] = [DB, OTHER].map((binding) => stores[store](binding));
  const states = await Promise.all([adapter, other].map((one) => stateOfAdapter(one)));
  return {
    adapter: adapterCases(adapter, options[store]),
    records: recordCases(adapter, options[store]),
    state: stateCases(states),
  };
}

const acts = {
  async list({ store }, env) {
    const found = Object.entries(await suites(store, env));
    return found.map(([suite, cases]) => [suite, cases.map(({ name, skip }) => ({ name, skip }))]);
  },
  async run({ store, suite, name }, env) {
    await (await suites(store, env))[suite].find((one) => one.name === name).run();
  },
  examine: ({ store, plugins }, { DB }) => examinedTables(stores[store](DB), { plugins }),
  async statements({ statements }, { DB }) {
    for (const statement of statements) await DB.prepare(statement).run();
  },
  all: ({ sql, values }, { DB }) =>
    DB.prepare(sql)
      .bind(...values)
      .all(),
  batch: ({ statements }, { DB }) =>
    DB.batch(statements.map(({ sql, values }) => DB.prepare(sql).bind(...values))),
};

export default {
  async fetch(request, env) {
    const { act, ...given } = await request.json();
    try {
      return Response.json({ result: await acts[act](given, env) });
    } catch (error) {
      return Response.json({ failed: { message: error.message, stack: error.stack } });
    }
  },
};
