// The load generator, in a process of its own: URL, Cookie header, connections, requests.
import autocannon from "autocannon";

const [url, cookie, connections, amount] = process.argv.slice(2);
const result = await autocannon({
  url,
  headers: { cookie },
  connections: Number(connections),
  amount: Number(amount),
  timeout: 60,
});
const { non2xx, errors, requests, latency, duration } = result;
process.stdout.write(
  JSON.stringify({
    failed: non2xx + errors,
    total: requests.total,
    seconds: duration,
    p99: latency.p99,
  }),
);
