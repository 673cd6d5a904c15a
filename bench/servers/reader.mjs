// Reads sessions out of PostgreSQL, some at once, for as long as it is told.
import { bare, sql } from "../cases/database.mjs";
import { config, cookieName, expressRequest, inTurns, ours } from "../world.mjs";

const { url, tokens, atOnce, isBare } = JSON.parse(process.argv[2]);
const readOne = isBare ? await bare.PostgreSQL(url) : await byLibrary();

async function byLibrary() {
  const { getSession } = await ours("frameworks/express/index");
  const own = config(1, { adapter: await sql(url) });
  const request = inTurns(tokens.map((token) => expressRequest(`${cookieName}=${token}`)));
  return async () => (await getSession(request(), own))?.user;
}

async function read(milliseconds) {
  const end = performance.now() + milliseconds;
  let reads = 0;
  const one = async () => {
    while (performance.now() < end) {
      if (!(await readOne())) throw new Error("The session was not found.");
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
