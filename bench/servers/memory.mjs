// Reads 10,000 different sessions and prints how many kB are still in use afterwards.
import { config, cookieHeader, ours, sessionRequest, token } from "../world.mjs";

const library = process.argv[2];
const { Auth } = library === "latchkey" ? await ours("doors/index") : await import("@auth/core");
const own = config();

const read = async (count) => {
  for (let time = 0; time < count; time++) {
    await Auth(sessionRequest(cookieHeader(await token(time % 50))), own);
  }
};
const inUse = () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1000;
};

await read(300);
const before = inUse();
await read(10_000);
await new Promise((resolve) => setTimeout(resolve, 50));
console.log(Math.max(0, inUse() - before));
