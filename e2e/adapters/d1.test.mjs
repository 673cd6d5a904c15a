import { D1Adapter, up } from "@auth/d1-adapter";
import { Miniflare } from "miniflare";
import { afterAll, describe } from "vitest";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";

describe("@auth/d1-adapter on miniflare", async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default { fetch: () => new Response() }",
    d1Databases: ["DB"],
  });
  const database = await miniflare.getD1Database("DB");
  await up(database);
  afterAll(() => miniflare.dispose());

  carries(D1Adapter(database), known.d1);
});
