import { Redis } from "ioredis";
import type { Finder } from "./kinds.js";
import { eventually, freePort } from "./ports.js";
import { findProgram, launch, scratchFolder } from "./processes.js";

export const redis: Finder = {
  variable: "LATCHKEY_TEST_REDIS",
  usual: ["redis://127.0.0.1:6379"],
  packages: ["redis-server"],
  works: answers,
  start,
};

async function answers(where: string): Promise<boolean> {
  const client = new Redis(where, {
    lazyConnect: true,
    connectTimeout: 2000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.ping();
    return true;
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

async function start() {
  const program = await findProgram("redis-server", "valkey-server");
  if (program === undefined) return;
  const folder = await scratchFolder();
  const port = await freePort();
  const storage = ["--save", "", "--appendonly", "no", "--dir", folder];
  const args = ["--port", String(port), "--bind", "127.0.0.1", ...storage];
  const { stop } = launch({ program, args, folder });
  const where = `redis://127.0.0.1:${port}`;
  if (await eventually(() => answers(where), 5000)) return { where, stop };
  await stop();
  return undefined;
}
