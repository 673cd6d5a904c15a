// The load generator, in a process of its own: URL, Cookie header, connections, seconds.
import autocannon from "autocannon";

const [url, cookie, connections, seconds] = process.argv.slice(2);

/** Requests for some seconds, and how long they took. Its own duration ends with a tick of its clock. */
function load(duration) {
  let [first, last] = [0, 0];
  const options = {
    url,
    headers: { cookie },
    connections: Number(connections),
    duration,
    timeout: 60,
  };
  return new Promise((resolve, reject) => {
    const instance = autocannon(options, (error, result) => {
      if (error) return reject(error);
      const { non2xx, errors, requests } = result;
      resolve({ failed: non2xx + errors, total: requests.total, took: (last - first) / 1000 });
    });
    first = performance.now();
    instance.on("response", () => {
      last = performance.now();
    });
  });
}

// It takes a while itself to reach its speed.
await load(1);
process.send("ready");
await new Promise((resolve) => process.once("message", resolve));
process.send(await load(Number(seconds)));
process.disconnect();
