// Reads sessions out of PostgreSQL, some at once, for as long as it is told.
import { sql } from "../cases/database.mjs";
import { config, cookieName, expressRequest, inTurns, ours } from "../world.mjs";

const { url, tokens, atOnce } = JSON.parse(process.argv[2]);
const { getSession } = await ours("frameworks/express/index");
const own = config(1, { adapter: await sql(url) });
const request = inTurns(tokens.map((token) => expressRequest(`${cookieName}=${token}`)));

async function read(milliseconds) {
  const end = performance.now() + milliseconds;
  let reads = 0;
  const one = async () => {
    while (performance.now() < end) {
      if (!(await getSession(request(), own))?.user) throw new Error("The session was not found.");
      reads++;
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, one));
  const { user, system } = process.cpuUsage(before);
  return { reads, cpu: user + system };
}

await read(1500);
process.on("message", async (milliseconds) => process.send(await read(milliseconds)));
process.send("ready");
process.once("disconnect", () => process.exit(0));
