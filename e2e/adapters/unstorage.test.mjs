import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UnstorageAdapter } from "@auth/unstorage-adapter";
import { createStorage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import redisDriver from "unstorage/drivers/redis";
import { afterAll, describe } from "vitest";
import { freshRedisPrefix } from "../../test/support/services.ts";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";

const { skip, url, prefix } = await freshRedisPrefix();
const folder = await mkdtemp(join(tmpdir(), "latchkey-unstorage-"));
afterAll(() => rm(folder, { recursive: true }));

describe("@auth/unstorage-adapter in memory", () => suite(createStorage()));

describe("@auth/unstorage-adapter on files", () => {
  suite(createStorage({ driver: fsDriver({ base: folder }) }), known.unstorageFiles);
});

describe.skipIf(skip)("@auth/unstorage-adapter on Redis", () => {
  const storage = createStorage({ driver: redisDriver({ url, base: prefix.slice(0, -1) }) });
  afterAll(() => storage.dispose());
  suite(storage);
});

function suite(storage, options = known.unstorage) {
  carries(UnstorageAdapter(storage), options);
}
