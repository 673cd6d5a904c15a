import { Cluster } from "ioredis";
import { createCluster } from "redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RedisAdapter } from "../../src/adapters/redis/index.js";
import { startRedisCluster } from "./redis-cluster.js";
import { runSuite } from "./run-suite.js";

const options = { extraUserFields: { role: "editor" }, leavesOut: ["transaction", "listUsers"] };
const cluster = await startRedisCluster();
const ports = cluster?.ports ?? [];
afterAll(() => cluster?.stop());

describe.skipIf(!cluster)("on a Redis cluster of three, through node-redis", () => {
  const rootNodes = ports.map((port) => ({ url: `redis://127.0.0.1:${port}` }));
  const client = createCluster({ rootNodes });
  beforeAll(async () => {
    await client.connect();
  });
  afterAll(() => client.close());

  runSuite(RedisAdapter(client, { prefix: "node" }), options);
});

describe.skipIf(!cluster)("on a Redis cluster of three, through ioredis", () => {
  const nodes = ports.map((port) => ({ host: "127.0.0.1", port }));
  const client = new Cluster(nodes, { lazyConnect: true });
  afterAll(() => {
    client.disconnect();
  });

  runSuite(RedisAdapter(client), options);

  test("refuses scripts whose keys are apart, so that the suite proves they never are", async () => {
    await expect(client.eval("return 1", 2, "a", "b")).rejects.toThrow(/slot/i);
  });
});
