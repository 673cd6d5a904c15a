// One variant in a process of its own: warms up, then measures one slice for each message.
import { cases } from "./cases/index.mjs";

const [caseName, groupName, variantName, clock] = process.argv.slice(2);

/** Milliseconds a slice should take: long enough to hold its own garbage collections. */
const slice = 40;
const most = 4000;

const load = cases[caseName];
const { groups } = await load();
const { variants, serverTime = () => 0 } = groups[groupName];
const work = await variants[variantName]();
const count = await warmUp();

process.on("message", async () => process.send(await time(count)));
process.send("ready");

/** Runs until the compiler has seen enough, a second or so; tells how many calls make a slice. */
async function warmUp() {
  const begun = performance.now();
  let calls = 0;
  while (calls < most && (calls < 20 || performance.now() - begun < 1500)) {
    await work();
    calls++;
  }
  const each = (await time(Math.min(calls, 20))) / 1000;
  return Math.max(3, Math.min(most, Math.round(slice / Math.max(each, 0.001))));
}

/** Microseconds per call. What a server takes for it counts, where there is one. */
async function time(calls) {
  globalThis.gc?.({ type: "minor" });
  for (let call = 0; call < calls / 8; call++) await work();
  const spent = work.spent?.();
  const before = serverTime();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  for (let call = 0; call < calls; call++) await work();
  if (spent !== undefined) return (work.spent() - spent) / calls;
  if (clock === "elapsed") return ((performance.now() - begun) * 1000) / calls;
  const { user, system } = process.cpuUsage(cpu);
  return (user + system + serverTime() - before) / calls;
}
