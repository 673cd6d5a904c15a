import { Redis } from "ioredis";
import { eventually, freePort } from "../support/services/ports.js";
import { findProgram, launch, scratchFolder } from "../support/services/processes.js";

export interface RedisCluster {
  ports: number[];
  stop(): Promise<void>;
}

interface Node {
  port: number;
  bus: number;
  client: Redis;
  stop(): Promise<void>;
}

const slots = [
  [0, 5460],
  [5461, 10922],
  [10923, 16383],
] as const;

/** Three servers that share the key space. Undefined where Redis 7 isn't installed. */
export async function startRedisCluster(): Promise<RedisCluster | undefined> {
  const program = await findProgram("redis-server", "valkey-server");
  if (program === undefined) return undefined;
  const nodes = await Promise.all(slots.map(() => startNode(program)));
  const stop = async () => {
    for (const { client } of nodes) client.disconnect();
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    await join(nodes);
    return { ports: nodes.map(({ port }) => port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNode(program: string): Promise<Node> {
  const [folder, port, bus] = [await scratchFolder(), await freePort(), await freePort()];
  const storage = ["--save", "", "--appendonly", "no", "--dir", folder];
  const cluster = ["--cluster-enabled", "yes", "--cluster-port", String(bus)];
  const args = ["--port", String(port), "--bind", "127.0.0.1", ...storage, ...cluster];
  const { stop } = launch({ program, args, folder });
  const client = new Redis(port, "127.0.0.1", { retryStrategy: () => 50 });
  client.on("error", () => undefined);
  return { port, bus, client, stop };
}

/** A config epoch can only be assigned while a node knows no other, so all have theirs before any meet. */
async function join(nodes: readonly Node[]): Promise<void> {
  for (const [index, { client }] of nodes.entries()) {
    const [from, to] = slots[index] ?? [0, 0];
    await client.call("CLUSTER", "SET-CONFIG-EPOCH", index + 1);
    await client.call("CLUSTER", "ADDSLOTSRANGE", from, to);
  }
  const [first, ...others] = nodes;
  for (const { port, bus } of others) {
    await first?.client.call("CLUSTER", "MEET", "127.0.0.1", port, bus);
  }
  const allReady = async () => {
    const states = await Promise.all(nodes.map(({ client }) => client.call("CLUSTER", "INFO")));
    return states.every(
      (state) =>
        typeof state === "string" &&
        state.includes("cluster_state:ok") &&
        state.includes("cluster_known_nodes:3"),
    );
  };
  if (!(await eventually(allReady, 60_000))) throw new Error("The Redis cluster did not form.");
}
