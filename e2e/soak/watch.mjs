// Loaded into the demo before it starts: tells the parent process, when asked, what the demo holds and how late it is.
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on("message", (message) => {
  if (message !== "measure") return;
  const late = delay.percentile(99) / 1e6;
  // What is left after collecting is what is held on to.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, rss, external } = process.memoryUsage();
  process.send({ heapUsed, rss, external, late });
});
// The channel alone is no reason to go on running.
process.channel.unref();
