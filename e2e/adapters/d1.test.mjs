import { D1Adapter, up } from "@auth/d1-adapter";
import { Miniflare } from "miniflare";
import { afterAll, describe } from "vitest";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";

// Statements are carried out by a worker, as in production. The objects that Miniflare gives to other processes stand
// for those in the worker, and now and then do so no longer when many are in use at once on a busy machine.
const worker = `export default {
  async fetch(request, { DB }) {
    const { sql, values, method } = await request.json();
    const given = values.map((value) => (value?.isUndefined ? undefined : value));
    try {
      return Response.json({ result: await DB.prepare(sql).bind(...given)[method]() });
    } catch ({ message, cause }) {
      return Response.json({ failed: { message, cause: cause?.message } });
    }
  },
};`;

/** As much of a D1 database as the adapter asks for. */
function databaseOf(miniflare) {
  const ask = async (method, sql, values) => {
    const written = values.map((value) => (value === undefined ? { isUndefined: true } : value));
    const body = JSON.stringify({ sql, values: written, method });
    const response = await miniflare.dispatchFetch("http://d1.test", { method: "POST", body });
    const { result, failed } = await response.json();
    if (failed) throw new Error(failed.message, { cause: failed.cause && new Error(failed.cause) });
    return result;
  };
  const statement = (sql, values) => ({
    bind: (...given) => statement(sql, given),
    run: () => ask("run", sql, values),
    first: () => ask("first", sql, values),
  });
  return { prepare: (sql) => statement(sql, []) };
}

describe("@auth/d1-adapter on miniflare", async () => {
  const miniflare = new Miniflare({ modules: true, script: worker, d1Databases: ["DB"] });
  afterAll(() => miniflare.dispose());
  const database = databaseOf(miniflare);
  await up(database);

  carries(D1Adapter(database), known.d1);
});
